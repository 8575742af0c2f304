import { unpackContent } from '#claims/claim/claim-content.ts';
import type { SubmittableClaims } from '#claims/submissions/ports.ts';
import { getItems, queryAll } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findClaims } from '../claims/claims.ts';
import { claimFrom, contentOf } from '../claims/stored-claim.ts';
import { claimContentKey, lanePartition } from '../keys/claim-keys.ts';

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
      const pages = queryAll(table, {
        IndexName: 'gsi1',
        KeyConditionExpression: 'gsi1pk = :lane',
        FilterExpression: 'payer_id = :payer',
        ExpressionAttributeValues: { ':lane': lanePartition('ready'), ':payer': payerId },
      });
      for await (const items of pages) yield items.map(claimFrom);
    },
  };
}
