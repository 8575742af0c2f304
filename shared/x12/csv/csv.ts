import { X12Engine } from '../engine/engine.ts';
import { feed, type Source } from '../engine/source.ts';
import { allGuides } from '../engine/transactions.ts';
import { CsvExport, type CsvTable } from './csv-export.ts';

export interface CsvOptions {
  /** Default: claims. */
  readonly table?: CsvTable;
}

/**
 * Writes an 835 or 837P as CSV (RFC 4180) with a header row. Yields pieces of text while the source is read. Amounts are
 * decimals with two places, dates ISO dates. Throws X12Error for input that is not X12 and for any other set.
 */
export async function* csv(source: Source, { table = 'claims' }: CsvOptions = {}): AsyncGenerator<string> {
  const rows = new CsvExport(table);
  const engine = new X12Engine({ guides: allGuides, listeners: rows.listeners(), validate: false });
  for await (const _ of feed(source, engine)) {
    const text = rows.take();
    if (text !== '') yield text;
    rows.check();
  }
  rows.end();
}
