import { parse } from 'csv-parse/sync';
import { csv } from '#x12/csv/csv.ts';
import type { CsvTable } from '#x12/csv/csv-export.ts';

export type Row = Readonly<Record<string, string>>;

export async function textOf(bytes: Uint8Array, table?: CsvTable): Promise<string> {
  let text = '';
  for await (const piece of csv(bytes, { ...(table && { table }) })) text += piece;
  return text;
}

/** Rows as a CSV reader of the npm registry reads them; it refuses rows of another width. */
export async function rowsOf(bytes: Uint8Array, table?: CsvTable): Promise<Row[]> {
  return parse(await textOf(bytes, table), { columns: true });
}
