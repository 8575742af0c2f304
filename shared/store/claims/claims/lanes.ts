import type { Claim } from '#claims/claim/claim.ts';
import { type Lane, lanes } from '#claims/claim/lifecycle.ts';
import { inRange, queryAll } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { allLaneFigures, lanePartition } from '../keys/claim-keys.ts';
import { claimFrom } from './claims.ts';
import { readIndex } from './index-range.ts';

/**
 * Reads the figures of all lanes, in integer cents, strongly consistent, and the oldest and newest claims of each from the index.
 */
export async function readLanes(table: Table, shown: number) {
  const figures = new Map<string, { count: number; cents: number }>();
  for await (const items of queryAll(table, inRange(allLaneFigures))) {
    for (const { sk, count, cents } of items) {
      figures.set(String(sk), { count: Number(count), cents: Number(cents) });
    }
  }
  return Promise.all(
    lanes.map(async (lane) => {
      const { count, cents } = figures.get(lane) ?? { count: 0, cents: 0 };
      if (count === 0) return { lane, count, cents, first: [], newest: undefined };
      const [first, [newest]] = await Promise.all([
        take(table, lane, 'oldest first', shown),
        take(table, lane, 'newest first', 1),
      ]);
      return { lane, count, cents, first, newest };
    }),
  );
}

async function take(
  table: Table,
  lane: Lane,
  order: 'oldest first' | 'newest first',
  count: number,
): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  const range = { index: 'gsi1', partition: lanePartition(lane), order, pageSize: count } as const;
  for await (const item of readIndex(table, range)) {
    claims.push(claimFrom(item));
    if (claims.length === count) break;
  }
  return claims;
}
