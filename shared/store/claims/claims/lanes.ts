import type { Claim } from '#claims/claim/claim.ts';
import { type Lane, lanes } from '#claims/claim/lifecycle.ts';
import { laneFiguresOf } from '#claims/reports/reports.ts';
import { isWithin, type ProviderLimit } from '#claims/scope/provider-limit.ts';
import { allItems } from '../../dynamodb/items.ts';
import { mergedItems } from '../../dynamodb/merged-items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { allLaneFigures, lanePartitions } from '../keys/claim-keys.ts';
import { readCohorts } from '../reports/cohorts.ts';
import { claimFrom } from './stored-claim.ts';

/**
 * Reads the figures of all lanes, in integer cents, strongly consistent, and the oldest and newest claims of each from the index.
 * For a caller who is limited to providers, the figures come from the cohorts of these providers.
 *
 * @throws ApiError figures_too_large
 */
export async function readLanes(table: Table, shown: number, limit?: ProviderLimit) {
  const figures = limit === undefined ? await allFigures(table) : await figuresWithin(table, limit);
  return Promise.all(
    lanes.map(async (lane) => {
      const { count, cents } = figures.get(lane) ?? { count: 0, cents: 0 };
      if (count === 0) return { lane, count, cents, first: [], newest: undefined };
      const [first, [newest]] = await Promise.all([
        take(table, lane, Math.min(shown, count), { limit }),
        take(table, lane, 1, { limit, newestFirst: true }),
      ]);
      return { lane, count, cents, first, newest };
    }),
  );
}

async function allFigures(table: Table) {
  const figures = new Map<string, { count: number; cents: number }>();
  for (const { sk, count, cents } of await allItems(table, allLaneFigures)) {
    figures.set(String(sk), { count: Number(count), cents: Number(cents) });
  }
  return figures;
}

async function figuresWithin(table: Table, billing_npis: readonly string[]) {
  const cohorts = await readCohorts(table, { billing_npis });
  return new Map(lanes.map((lane) => [lane, laneFiguresOf(cohorts, lane)]));
}

/** Claims of a lane that are examined for those of some providers. */
const maxExamined = 2000;

interface Taking {
  readonly limit?: ProviderLimit;
  readonly newestFirst?: boolean;
}

async function take(
  table: Table,
  lane: Lane,
  count: number,
  { limit, newestFirst = false }: Taking,
): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  let examined = 0;
  const range = { index: 'gsi1', pks: lanePartitions(lane), newestFirst } as const;
  const pageSize = limit === undefined ? count : 100;
  for await (const item of mergedItems(table, range, { pageSize })) {
    const claim = claimFrom(item);
    if (isWithin([claim.billing_npi], limit)) claims.push(claim);
    if (claims.length === count || ++examined === maxExamined) break;
  }
  return claims;
}
