import { walkClaims } from '#claims/claims/claim-list-records.ts';
import { cohortKey } from '#claims/money/money-keys.ts';
import { Conflict, isWritten } from '#persistence/conflict.ts';
import { itemOf } from '#store/dynamodb/items.ts';
import { exactNumber } from '#store/dynamodb/stored-number.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { type Cohort, cohortOf, figuresOf, nameOfCohort } from './claim-figures.ts';
import { cohortPages, type StoredCohort } from './cohort-records.ts';
import { foldAbandonedFigures, readPendingFigures } from './figure-records.ts';

interface RebuiltCohorts {
  /** Claims that were counted. */
  readonly claims: number;
  /** Cohorts whose figures were wrong. */
  readonly repaired: number;
}

const attempts = 10;

/**
 * Recounts the cohorts from all claims, and repairs differences. Claims may change meanwhile: a cohort that changes during the
 * count is counted again. Idempotent.
 *
 * @param pause waits for the index of claims, which lags behind the table
 * @throws Conflict if cohorts change during every count
 */
export async function rebuildCohorts(
  table: Table,
  pause: () => Promise<void> = () => new Promise((resolve) => setTimeout(resolve, 2000)),
): Promise<RebuiltCohorts> {
  let repaired = 0;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    await foldAbandonedFigures(table);
    const stored = await storedCohorts(table);
    await pause();
    const { counted, claims } = await recount(table);
    // A run that collects figures adds them to a cohort after the claims are counted.
    let left = (await readPendingFigures(table)).size;
    if (left > 0) continue;
    for (const name of new Set([...stored.keys(), ...counted.keys()])) {
      const [before, now] = [stored.get(name), counted.get(name)];
      if (isSame(before, now?.figures)) continue;
      const cohort = now?.cohort ?? before;
      if (cohort === undefined) continue;
      if (await repair(table, cohort, before, now?.figures ?? new Map())) repaired++;
      else left++;
    }
    if (left === 0) return { claims, repaired };
  }
  throw new Conflict('The figures changed during the rebuild');
}

async function storedCohorts(table: Table): Promise<ReadonlyMap<string, StoredCohort>> {
  const stored = new Map<string, StoredCohort>();
  for await (const page of cohortPages(table)) {
    for (const cohort of page) stored.set(nameOfCohort(cohort), cohort);
  }
  return stored;
}

interface Counted {
  readonly cohort: Cohort;
  readonly figures: Map<string, bigint>;
}

async function recount(table: Table) {
  const counted = new Map<string, Counted>();
  let claims = 0;
  for await (const page of walkClaims(table)) {
    for (const claim of page) {
      const cohort = cohortOf(claim);
      const own = counted.get(nameOfCohort(cohort)) ?? { cohort, figures: new Map<string, bigint>() };
      counted.set(nameOfCohort(cohort), own);
      for (const [name, value] of figuresOf(claim)) {
        own.figures.set(name, (own.figures.get(name) ?? 0n) + value);
      }
    }
    claims += page.length;
  }
  return { counted, claims };
}

function isSame(before: StoredCohort | undefined, now: ReadonlyMap<string, bigint> = new Map()): boolean {
  const names = new Set([...Object.keys(before?.figures ?? {}), ...now.keys()]);
  return [...names].every((name) => BigInt(before?.figures[name] ?? 0) === (now.get(name) ?? 0n));
}

/** Replaces the figures of a cohort that has not changed since it was read; false if it has. */
function repair(
  table: Table,
  { day, payer_id, billing_npi }: Cohort,
  before: StoredCohort | undefined,
  figures: ReadonlyMap<string, bigint>,
): Promise<boolean> {
  const record = {
    ...{ day, payer_id, billing_npi, revision: (before?.revision ?? 0) + 1 },
    ...Object.fromEntries([...figures].map(([name, value]) => [name, exactNumber(value)])),
  };
  const condition =
    before === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'revision = :before',
          ExpressionAttributeValues: { ':before': before.revision },
        };
  const Item = itemOf(cohortKey(day, payer_id, billing_npi), record);
  return isWritten(transact(table, [{ Put: { Item, ...condition } }]));
}
