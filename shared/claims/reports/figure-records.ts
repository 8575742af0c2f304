import * as z from 'zod';
import type { Claim } from '#claims/claims/claim.ts';
import type { ClaimChange } from '#claims/claims/claim-change.ts';
import { isEqualShare, noShare, shareOfClaim, totalOf } from '#claims/claims/patient-share.ts';
import {
  allPendingFigures,
  cohortKey,
  patientShareIndexKeys,
  patientShareKey,
  pendingFiguresKey,
} from '#claims/money/money-keys.ts';
import { packBytes, unpackBytes } from '#claims/packed-json.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { allItems, getItem, type Item, itemOf, queryAll } from '#store/dynamodb/items.ts';
import { exactNumber } from '#store/dynamodb/stored-number.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';
import { type Cohort, cohortOf, figureChanges, nameOfCohort } from './claim-figures.ts';

interface ChangedClaim {
  readonly before?: Claim | undefined;
  readonly after?: Claim | undefined;
}

/**
 * Adds what changed claims count for to their cohorts: at most one action for each claim, or two if its day of service, payer
 * or provider changes. `revision` lets a rebuild notice every change.
 */
export const figureActions = (changes: readonly ChangedClaim[]): TransactAction[] =>
  cohortActions(figureChanges(changes));

/** Adds figures to cohorts. */
const cohortActions = (changes: ReturnType<typeof figureChanges>): TransactAction[] =>
  changes.map(({ cohort, figures }) => {
    const { day, payer_id, billing_npi } = cohort;
    const names = [...figures.keys(), 'revision'];
    const values = [...figures.values(), 1n];
    return {
      Update: {
        Key: { ...cohortKey(day, payer_id, billing_npi) },
        UpdateExpression: `SET #day = :day, payer_id = :payer, billing_npi = :npi ADD ${names.map((_, n) => `#${n} :${n}`).join(',')}`,
        ExpressionAttributeNames: {
          '#day': 'day',
          ...Object.fromEntries(names.map((name, n) => [`#${n}`, name])),
        },
        ExpressionAttributeValues: {
          ...{ ':day': day, ':payer': payer_id, ':npi': billing_npi },
          ...Object.fromEntries(values.map((value, n) => [`:${n}`, exactNumber(value)])),
        },
      },
    };
  });

/** Lists a claim among those with patient responsibility, or takes it out of the list. */
export const patientShareActions = (changes: readonly ChangedClaim[]): TransactAction[] =>
  changes.flatMap(({ before, after }) => {
    if (after === undefined) return [];
    const share = shareOfClaim(after);
    const earlier = before === undefined ? noShare : shareOfClaim(before);
    if (isEqualShare(share, earlier)) return [];
    const { day, payer_id, billing_npi } = cohortOf(after);
    const record = {
      ...{ claim_id: after.id, day, payer_id, billing_npi, share },
      patient_control_number: after.patient_control_number,
      ...(after.service_from !== undefined && { service_from: after.service_from }),
    };
    const keys = patientShareKey(after.id);
    const listed = totalOf(share) === 0 ? keys : { ...keys, ...patientShareIndexKeys(day, after.id) };
    return [{ Put: { Item: itemOf(listed, record) } }];
  });

/**
 * Figures that a run over a file or a submission has collected and not added to the cohorts yet. The services of a file have many
 * days, so that each claim would change a cohort; one item for each run takes their place, and each cohort changes once.
 *
 * A run is one process at a time. It writes this item in the transaction of the claims, on condition that it has not changed since.
 */
interface Pending {
  /** Number of writes; 0 before the first. */
  readonly revision: number;
  readonly sums: Sums;
}

type Sums = ReadonlyMap<string, { readonly cohort: Cohort; readonly figures: ReadonlyMap<string, bigint> }>;

const nothing: Pending = { revision: 0, sums: new Map() };

/** What this process has stored for its runs. */
const known = new WeakMap<Table, Map<string, Pending>>();

export interface CollectedFigures {
  readonly action: TransactAction;
  /** Called when the action is stored. */
  stored(): void;
  /** Called when it may not be. */
  failed(): void;
}

/** Changes of one transaction whose cohorts are changed directly: a run with so few claims has nothing to collect. */
const fewChanges = 2;

/** Adds what changed claims count for to the figures of their run; undefined for a few claims, which change their cohorts. */
export async function collectFigures(
  table: Table,
  run: string,
  changes: readonly ClaimChange[],
): Promise<CollectedFigures | undefined> {
  const more = figureChanges(changes);
  const runs = known.get(table) ?? new Map<string, Pending>();
  known.set(table, runs);
  if (more.length === 0 || (changes.length <= fewChanges && !runs.has(run))) return undefined;
  const before = runs.get(run) ?? (await readPending(table, run));
  const after = { revision: before.revision + 1, sums: plus(before.sums, more) };
  return {
    action: putPending(run, before, after),
    stored: () => runs.set(run, after),
    failed: () => runs.delete(run),
  };
}

/** Cohorts of one transaction. */
const maxCohorts = 95;

/**
 * Adds the figures of a run to the cohorts. Idempotent.
 *
 * @param isTimeUp see {@link transact}; runs that end together change the same cohorts
 */
export async function foldFigures(table: Table, run: string, isTimeUp?: () => boolean): Promise<void> {
  known.get(table)?.delete(run);
  for (let pending = await readPending(table, run); pending.sums.size > 0; ) {
    const sums = [...pending.sums];
    const rest = new Map(sums.slice(maxCohorts));
    const after = { revision: pending.revision + 1, sums: rest };
    const cohorts = cohortActions(sums.slice(0, maxCohorts).map(([, one]) => one));
    try {
      await transact(table, [putPending(run, pending, after), ...cohorts], isTimeUp);
      pending = after;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      // Another process has added to it, or has folded it.
      pending = await readPending(table, run);
    }
  }
}

/** Minutes without a write after which a run counts as abandoned. */
const abandonedAfter = 10;

/**
 * Adds the figures of runs that were killed to the cohorts.
 *
 * @param now undefined to add the figures of every run, also of those that work
 * @returns number of runs
 */
export async function foldAbandonedFigures(table: Table, now?: Date): Promise<number> {
  let folded = 0;
  for (const item of await allItems(table, allPendingFigures)) {
    if (item['sums'] === undefined) continue;
    const isFresh = now && Date.parse(String(item['at'])) > now.getTime() - abandonedAfter * 60_000;
    if (isFresh) continue;
    await foldFigures(table, String(item['sk']));
    folded++;
  }
  return folded;
}

/** Figures of all runs that are not in the cohorts yet, by run; strongly consistent. */
export async function readPendingFigures(table: Table): Promise<ReadonlyMap<string, Sums>> {
  const found = new Map<string, Sums>();
  const { pk } = allPendingFigures;
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } };
  for await (const items of queryAll(table, query)) {
    for (const item of items) {
      const { sums } = pendingFrom(item);
      if (sums.size > 0) found.set(String(item['sk']), sums);
    }
  }
  return found;
}

const readPending = async (table: Table, run: string): Promise<Pending> =>
  pendingFrom(await getItem(table, pendingFiguresKey(run)));

const storedSums = z.array(z.tuple([z.string(), z.string(), z.string(), z.record(z.string(), z.string())]));

function pendingFrom(item: Item | undefined): Pending {
  if (item === undefined) return nothing;
  const { revision, sums } = item;
  const stored = sums instanceof Uint8Array ? storedSums.parse(unpackBytes(sums)) : [];
  return {
    revision: Number(revision),
    sums: new Map(
      stored.map(([day, payer_id, billing_npi, figures]) => {
        const cohort = { day, payer_id, billing_npi };
        const values = Object.entries(figures).map(([name, value]) => [name, BigInt(value)] as const);
        return [nameOfCohort(cohort), { cohort, figures: new Map(values) }];
      }),
    ),
  };
}

/** Days after which an item without figures is removed by its time to live. */
const keptDays = 1;

function putPending(run: string, before: Pending, { revision, sums }: Pending): TransactAction {
  const now = Date.now();
  const stored: z.output<typeof storedSums> = [...sums.values()].map(({ cohort, figures }) => [
    cohort.day,
    cohort.payer_id,
    cohort.billing_npi,
    Object.fromEntries([...figures].map(([name, value]) => [name, String(value)])),
  ]);
  const content =
    sums.size > 0 ? { sums: packBytes(stored) } : { expires_at: Math.floor(now / 1000) + keptDays * 86_400 };
  return {
    Put: {
      Item: { ...pendingFiguresKey(run), revision, at: new Date(now).toISOString(), ...content },
      ...(before.revision === 0
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: 'revision = :before',
            ExpressionAttributeValues: { ':before': before.revision },
          }),
    },
  };
}

function plus(sums: Sums, more: ReturnType<typeof figureChanges>): Sums {
  const all = new Map(sums);
  for (const { cohort, figures } of more) {
    const name = nameOfCohort(cohort);
    const own = new Map(all.get(name)?.figures);
    for (const [figure, value] of figures) own.set(figure, (own.get(figure) ?? 0n) + value);
    for (const [figure, value] of own) if (value === 0n) own.delete(figure);
    if (own.size > 0) all.set(name, { cohort, figures: own });
    else all.delete(name);
  }
  return all;
}
