import { type Cell, csvText } from '#commerce/csv.ts';
import type { CsvColumns } from '#contract/csv.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { okPage, okText, type Reply } from '../reply/replies.ts';
import { parseBody } from '../request/json-body.ts';
import { endpointFactory, unkeyedFactory } from './endpoint-factory.ts';

interface ListCall {
  readonly query: { readonly format?: 'json' | 'csv' | undefined; readonly cursor?: string | undefined };
  readonly mediaType: string;
}

/** Whether the reply is CSV: by `format`, else by `Accept`. */
export const wantsCsv = ({ query: { format }, mediaType }: ListCall): boolean =>
  format === undefined ? mediaType === 'text/csv' : format === 'csv';

/**
 * A page of a list as JSON or CSV. Only the first page of a CSV has the line of names, so that pages can be joined; `Link`
 * has the next page.
 */
export function listReply<Row>(
  call: ListCall,
  { name, columns }: CsvColumns<Row>,
  rows: readonly Row[],
  nextCursor: string | null,
): Reply {
  const page = okPage(rows, nextCursor);
  return wantsCsv(call) ? { ...csvReply(call, { name, columns }, rows), body: page.body } : page;
}

/** Rows as a CSV file. */
export function csvReply<Row>(
  { query }: ListCall,
  { name, columns }: CsvColumns<Row>,
  rows: readonly Row[],
): Reply {
  const header = query.cursor === undefined ? [columns.map(([title]) => title)] : [];
  const lines = rows.map((row) => columns.map(([, read]) => cellOf(read(row))));
  return okText('text/csv', csvText([...header, ...lines]), {
    'Content-Disposition': `attachment; filename="${name}.csv"`,
  });
}

function cellOf(value: ReturnType<CsvColumns<never>['columns'][number][1]>): Cell {
  if (value === undefined || value === null) return '';
  return typeof value === 'boolean' ? String(value) : value;
}

export {
  accepted,
  created,
  noContent,
  ok,
  okBare as plain,
  okList as list,
  okPage as page,
  okText,
} from '../reply/replies.ts';

export const claimsEndpoint = endpointFactory(claimsTable, () => ({}));
export const unkeyedClaimsEndpoint = unkeyedFactory(claimsTable, () => ({}), parseBody);
export const bodilessClaimsEndpoint = unkeyedFactory(claimsTable, () => ({}));
