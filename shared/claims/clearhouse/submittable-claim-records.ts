import type { Claim } from '#claims/claims/claim.ts';
import { unpackContent } from '#claims/claims/claim-content.ts';
import { lanePartitions } from '#claims/claims/claim-keys.ts';
import { findContents } from '#claims/claims/content-records.ts';
import { findClaims } from '#claims/claims/records.ts';
import { claimFrom } from '#claims/claims/stored-claim-records.ts';
import { mergedItems } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { SubmittableClaims } from './submission-ports.ts';

const pageSize = 500;

export function submittableClaims(table: Table): SubmittableClaims {
  return {
    find: (ids) => findClaims(table, ids),
    async contents(claims) {
      const packed = await findContents(table, claims);
      return new Map([...packed].map(([id, content]) => [id, unpackContent(content)]));
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
