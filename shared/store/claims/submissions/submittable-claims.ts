import type { Claim } from '#claims/claim/claim.ts';
import { unpackContent } from '#claims/claim/claim-content.ts';
import type { SubmittableClaims } from '#claims/submissions/ports.ts';
import { mergedItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findContents } from '../claims/claim-contents.ts';
import { findClaims } from '../claims/claims.ts';
import { claimFrom } from '../claims/stored-claim.ts';
import { lanePartitions } from '../keys/claim-keys.ts';

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
