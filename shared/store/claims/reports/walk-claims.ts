import type { Claim } from '#claims/claim/claim.ts';
import { queryPages } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findClaims } from '../claims/claims.ts';
import { receivedPartitions } from '../keys/search-keys.ts';

const pageSize = 400;

/**
 * All claims, page by page, in no order; each page is strongly consistent.
 *
 * @param until only claims received before
 */
export async function* walkClaims(table: Table, until = '~'): AsyncGenerator<readonly Claim[]> {
  for (const pk of receivedPartitions(undefined)) {
    for await (const items of queryPages(table, { index: 'gsi2', pk, to: until }, { pageSize })) {
      yield await findClaims(
        table,
        items.map((item) => String(item['claim_id'])),
      );
    }
  }
}
