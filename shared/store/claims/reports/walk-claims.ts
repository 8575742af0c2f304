import type { Claim } from '#claims/claim/claim.ts';
import { queryPages } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { readClaimMonths } from '../claims/claim-months.ts';
import { findClaims } from '../claims/claims.ts';
import { receiptPartition } from '../keys/claim-keys.ts';

const pageSize = 400;

/**
 * All claims, page by page, month by month of receipt; each page is strongly consistent.
 *
 * @param until only claims received before
 */
export async function* walkClaims(table: Table, until = '~'): AsyncGenerator<readonly Claim[]> {
  for (const month of await readClaimMonths(table)) {
    if (month > until) continue;
    const range = { index: 'gsi2', pk: receiptPartition(month), to: until } as const;
    for await (const items of queryPages(table, range, { pageSize })) {
      yield await findClaims(
        table,
        items.map((item) => String(item['claim_id'])),
      );
    }
  }
}
