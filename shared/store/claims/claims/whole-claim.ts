import type { Claim, ClaimEvent } from '#claims/claim/claim.ts';
import { type ClaimContent, unpackContent } from '#claims/claim/claim-content.ts';
import { inRange, queryAll, recordOf } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { claimPartition } from '../keys/claim-keys.ts';
import { claimFrom } from './claims.ts';

/** A claim with everything that is stored under its id. */
export interface WholeClaim {
  readonly claim: Claim;
  readonly content: ClaimContent;
  /** Oldest first. */
  readonly events: readonly ClaimEvent[];
}

/** Strongly consistent; undefined when there is no such claim. */
export async function findWholeClaim(table: Table, id: string): Promise<WholeClaim | undefined> {
  let claim: Claim | undefined;
  let content: ClaimContent = { claim: {}, findings: [] };
  const events: ClaimEvent[] = [];
  for await (const items of queryAll(table, inRange(claimPartition(id)))) {
    for (const item of items) {
      if (item['sk'] === 'CLAIM') claim = claimFrom(item);
      else if (item['sk'] === 'CONTENT') content = unpackContent(String(item['content']));
      else events.push(recordOf<ClaimEvent>(item));
    }
  }
  return claim && { claim, content, events };
}
