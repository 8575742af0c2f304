import { isWithin, type ProviderLimit } from '#claims/provider-limit.ts';
import { readCohorts } from '#claims/reports/cohort-records.ts';
import { laneFiguresOf } from '#claims/reports/rules.ts';
import { allItems } from '#store/dynamodb/items.ts';
import { mergedItems } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { Claim } from './claim.ts';
import { allLaneFigures, lanePartitions, laneShardCounts } from './claim-keys.ts';
import { lanes } from './lifecycle.ts';
import { claimFrom } from './stored-claim-records.ts';

/** A lane of so few claims is read as a whole, which takes half the requests of its oldest and newest claims, and no more units. */
const fewInLane = 20;

interface LaneFigures {
  readonly count: number;
  readonly cents: number;
  /** The partitions that hold the claims. */
  readonly pks: readonly string[];
}

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
      const { count, cents, pks } = figures.get(lane) ?? { count: 0, cents: 0, pks: [] };
      if (count === 0) return { lane, count, cents, first: [], newest: undefined };
      if (limit === undefined && count <= fewInLane) {
        const all = await take(table, pks, { count, pageSize: count });
        return { lane, count, cents, first: all.slice(0, shown), newest: all.at(-1) };
      }
      // An even share of each partition is usually enough. Of some providers, nobody knows how many there are.
      const pageSize = limit === undefined ? Math.ceil(shown / pks.length) + 1 : 100;
      const [first, [newest]] = await Promise.all([
        take(table, pks, { count: Math.min(shown, count), limit, pageSize }),
        take(table, pks, { count: 1, limit, pageSize: limit ? pageSize : 1, newestFirst: true }),
      ]);
      return { lane, count, cents, first, newest };
    }),
  );
}

async function allFigures(table: Table): Promise<ReadonlyMap<string, LaneFigures>> {
  const figures = await allItems(table, allLaneFigures);
  return new Map(
    figures.map((item) => {
      const lane = String(item['sk']);
      const pks = lanePartitions(lane).filter((_, shard) => Number(item[laneShardCounts[shard] ?? '']) > 0);
      return [lane, { count: Number(item['count']), cents: Number(item['cents']), pks }];
    }),
  );
}

async function figuresWithin(
  table: Table,
  billing_npis: readonly string[],
): Promise<ReadonlyMap<string, LaneFigures>> {
  const cohorts = await readCohorts(table, { billing_npis });
  return new Map(lanes.map((lane) => [lane, { ...laneFiguresOf(cohorts, lane), pks: lanePartitions(lane) }]));
}

/** Claims of a lane that are examined for those of some providers. */
const maxExamined = 2000;

interface Taking {
  readonly count: number;
  readonly pageSize: number;
  readonly limit?: ProviderLimit;
  readonly newestFirst?: boolean;
}

async function take(
  table: Table,
  pks: readonly string[],
  { count, pageSize, limit, newestFirst = false }: Taking,
): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  let examined = 0;
  const range = { index: 'gsi1', pks, newestFirst } as const;
  for await (const item of mergedItems(table, range, { pageSize })) {
    const claim = claimFrom(item);
    if (isWithin([claim.billing_npi], limit)) claims.push(claim);
    if (claims.length === count || ++examined === maxExamined) break;
  }
  return claims;
}
