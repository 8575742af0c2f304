import type { Claim } from '#claims/claim/claim.ts';
import { unpackContent } from '#claims/claim/claim-content.ts';
import type { SubmittableClaims } from '#claims/submissions/ports.ts';
import { getItems } from '../../dynamodb/items.ts';
import { mergedItems } from '../../dynamodb/merged-items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findClaims } from '../claims/claims.ts';
import { claimFrom, contentOf } from '../claims/stored-claim.ts';
import { claimContentKey, lanePartitions } from '../keys/claim-keys.ts';

const pageSize = 500;

export function submittableClaims(table: Table): SubmittableClaims {
  return {
    find: (ids) => findClaims(table, ids),
    async contents(ids) {
      const items = await getItems(table, ids.map(claimContentKey));
      return new Map(
        items.map((item) => [String(item['pk']).slice('CLAIM#'.length), unpackContent(contentOf(item))]),
      );
    },
    async *ready(payerId) {
      const range = { index: 'gsi1', pks: lanePartitions('ready') } as const;
      let page: Claim[] = [];
      for await (const item of mergedItems(table, range)) {
        if (item['payer_id'] === payerId) page.push(claimFrom(item));
        if (page.length < pageSize) continue;
        yield page;
        page = [];
      }
      yield page;
    },
  };
}
