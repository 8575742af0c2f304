import type { Claim } from '#claims/claim/claim.ts';
import { type Lane, lanes } from '#claims/claim/lifecycle.ts';
import { allItems } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { allLaneFigures, lanePartition } from '../keys/claim-keys.ts';
import { claimFrom } from './claims.ts';

/**
 * Reads the figures of all lanes, in integer cents, strongly consistent, and the oldest and newest claims of each from the index.
 */
export async function readLanes(table: Table, shown: number) {
  const figures = new Map<string, { count: number; cents: number }>();
  for (const { sk, count, cents } of await allItems(table, allLaneFigures)) {
    figures.set(String(sk), { count: Number(count), cents: Number(cents) });
  }
  return Promise.all(
    lanes.map(async (lane) => {
      const { count, cents } = figures.get(lane) ?? { count: 0, cents: 0 };
      if (count === 0) return { lane, count, cents, first: [], newest: undefined };
      const [first, [newest]] = await Promise.all([take(table, lane, shown), take(table, lane, 1, true)]);
      return { lane, count, cents, first, newest };
    }),
  );
}

async function take(table: Table, lane: Lane, count: number, newestFirst = false): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  const range = { index: 'gsi1', pk: lanePartition(lane), newestFirst } as const;
  for await (const item of queryItems(table, range, { pageSize: count })) {
    claims.push(claimFrom(item));
    if (claims.length === count) break;
  }
  return claims;
}
