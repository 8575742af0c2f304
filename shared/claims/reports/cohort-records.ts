import { cohortsPartition } from '#claims/money/money-keys.ts';
import { ApiError } from '#contract/errors.ts';
import { timeBounds } from '#store/claims/key-parts.ts';
import type { Item } from '#store/dynamodb/items.ts';
import { queryPages } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { Cohort } from './claim-figures.ts';
import { readPendingFigures } from './figure-records.ts';
import type { CohortFigures } from './rules.ts';

export interface CohortQuery {
  readonly payer_id?: string | undefined;
  readonly billing_npi?: string | undefined;
  /** Claims of these providers only; absent for all. */
  readonly billing_npis?: readonly string[] | undefined;
  readonly service_from?: string | undefined;
  readonly service_to?: string | undefined;
}

/** Cohorts that one report reads: some years of a large practice. */
const maxCohorts = 40_000;

/** A cohort with the number of its changes. */
export interface StoredCohort extends CohortFigures {
  readonly revision: number;
}

/**
 * Reads the cohorts of a period and what runs have collected for them, strongly consistent. A cohort may appear several times.
 *
 * @throws ApiError figures_too_large
 */
export async function readCohorts(
  table: Table,
  query: CohortQuery,
  limit = maxCohorts,
): Promise<readonly StoredCohort[]> {
  for (let attempt = 1; ; attempt++) {
    const before = await readPendingFigures(table);
    const cohorts = await storedCohorts(table, query, limit);
    const after = await readPendingFigures(table);
    // Figures that were added to the cohorts in between may be in some of them only.
    const isSteady = [...before.keys()].every((run) => after.has(run));
    if (isSteady || attempt === attempts) return [...cohorts, ...pendingCohorts(after, query)];
  }
}

const attempts = 5;

/** Cohorts of the figures that runs are still collecting. */
function pendingCohorts(
  pending: Awaited<ReturnType<typeof readPendingFigures>>,
  { service_from = '', service_to = '~', ...query }: CohortQuery,
): readonly StoredCohort[] {
  return [...pending.values()]
    .flatMap((sums) => [...sums.values()])
    .filter(({ cohort }) => isAsked(cohort, query) && cohort.day >= service_from && cohort.day <= service_to)
    .map(({ cohort, figures }) => ({
      ...cohort,
      revision: 0,
      figures: Object.fromEntries([...figures].map(([name, value]) => [name, Number(value)])),
    }));
}

const isAsked = (
  { payer_id, billing_npi }: Cohort,
  query: Pick<CohortQuery, 'payer_id' | 'billing_npi' | 'billing_npis'>,
): boolean =>
  (query.payer_id === undefined || payer_id === query.payer_id) &&
  (query.billing_npi === undefined || billing_npi === query.billing_npi) &&
  (query.billing_npis?.includes(billing_npi) ?? true);

async function storedCohorts(table: Table, query: CohortQuery, limit: number): Promise<StoredCohort[]> {
  const cohorts: StoredCohort[] = [];
  let examined = 0;
  for await (const page of cohortPages(table, query)) {
    examined += page.length;
    if (examined > limit) throw new ApiError('figures_too_large');
    cohorts.push(...page.filter((cohort) => isAsked(cohort, query)));
  }
  return cohorts;
}

/** All cohorts of a period, page by page. */
export async function* cohortPages(
  table: Table,
  { service_from, service_to }: Pick<CohortQuery, 'service_from' | 'service_to'> = {},
): AsyncGenerator<readonly StoredCohort[]> {
  const range = { pk: cohortsPartition, ...timeBounds(service_from, service_to) };
  for await (const items of queryPages(table, range, {})) yield items.map(cohortFrom);
}

function cohortFrom({ pk, sk, day, payer_id, billing_npi, revision, ...figures }: Item): StoredCohort {
  return {
    ...{ day: String(day), payer_id: String(payer_id), billing_npi: String(billing_npi) },
    revision: Number(revision),
    figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)])),
  };
}
