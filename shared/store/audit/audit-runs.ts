import * as z from 'zod';
import type { AuditRun, StoredExportRun, StoredVerificationRun } from '#audit/runs/run.ts';
import { ConditionFailed, isWritten } from '#persistence/conflict.ts';
import { allItems, getItem, getItems, type Item, insertion, updateItem } from '../dynamodb/items.ts';
import { betweenTransactions, type Table, transact } from '../dynamodb/table.ts';

/** The claims table holds each run (`AUDITRUN#id`) and the running one of each kind and range (`AUDITRUNS`). */
const runKey = (id: string) => ({ pk: `AUDITRUN#${id}`, sk: 'RUN' });

const currentKey = ({ kind, from, to, bounded }: AuditRun) => ({
  pk: 'AUDITRUNS',
  sk: `${kind}#${bounded ? `${from}-${to}` : 'all'}`,
});

/** Milliseconds without progress after which a run counts as lost. All attempts of its message have failed by then. */
const lostAfter = 20 * 60_000;

/** Retention of runs, seconds. */
const retention = 30 * 24 * 3600;

const current = z.object({ id: z.string() });

/**
 * Begins a run, unless one of the same kind and range is running.
 *
 * @returns the new run or the running one
 */
export async function beginRun<Run extends AuditRun>(
  table: Table,
  run: Run,
  now: Date,
): Promise<{ readonly run: Run; readonly isNew: boolean }> {
  const pointer = currentKey(run);
  try {
    await transact(table, [
      insertion(itemOf(run, now)),
      {
        Put: {
          Item: { ...pointer, id: run.id, lost_at: now.getTime() + lostAfter, ...expiry(now) },
          ConditionExpression: 'attribute_not_exists(pk) OR lost_at < :now',
          ExpressionAttributeValues: { ':now': now.getTime() },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    ]);
    return { run, isNew: true };
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const holder = current.parse(error.failures.find(({ index }) => index === 1)?.item);
    const found = await findRun(table, run.kind, holder.id, now);
    if (!found) throw error;
    return { run: found as Run, isNew: false };
  }
}

/**
 * Stores the progress of a run. A finished run frees its range for the next one.
 *
 * @throws ConditionFailed when another invocation has stored more, or the end of the run
 */
export async function saveRun(table: Table, run: AuditRun, now: Date): Promise<void> {
  const lost_at = run.state === 'running' ? now.getTime() + lostAfter : 0;
  await transact(table, [
    {
      Put: {
        Item: itemOf(run, now),
        ConditionExpression: '#run.#state = :running AND #run.#next <= :next',
        ExpressionAttributeNames: { '#run': 'run', '#state': 'state', '#next': 'next' },
        ExpressionAttributeValues: { ':running': 'running', ':next': run.next },
      },
    },
    { Put: { Item: { ...currentKey(run), id: run.id, lost_at, ...expiry(now) } } },
  ]);
}

type RunOf<Kind> = Kind extends 'export' ? StoredExportRun : StoredVerificationRun;

/** The run of this kind with this id. A lost run has the state `failed`. */
export async function findRun<Kind extends AuditRun['kind']>(
  table: Table,
  kind: Kind,
  id: string,
  now: Date,
): Promise<RunOf<Kind> | undefined> {
  const item = await getItem(table, runKey(id));
  const run = item && runOf(item);
  if (run?.kind !== kind) return undefined;
  return shownLost(run, now) as RunOf<Kind>;
}

const interrupted = { state: 'failed', reason: 'interrupted' } as const;

function shownLost<Run extends AuditRun>(run: Run, now: Date): Run {
  const isLost = run.state === 'running' && now.getTime() - Date.parse(run.updated_at) > lostAfter;
  return isLost ? { ...run, ...interrupted, finished_at: run.updated_at } : run;
}

/** The newest export of each range, newest first. */
export async function listExportRuns(table: Table, now: Date): Promise<readonly StoredExportRun[]> {
  const pointers = await allItems(table, { pk: 'AUDITRUNS', prefix: 'export#' });
  const ids = new Set(pointers.map((item) => current.parse(item).id));
  const items = await getItems(table, [...ids].map(runKey));
  return items
    .flatMap((item) => runOf(item) ?? [])
    .filter((run) => run.kind === 'export')
    .map((run) => shownLost(run, now))
    .toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1));
}

/** Counts an invocation of a run before its work. Returns undefined for an unknown or finished run. */
export async function takeRun(table: Table, id: string): Promise<AuditRun | undefined> {
  const taken = betweenTransactions(() =>
    updateItem(table, runKey(id), {
      UpdateExpression: 'SET #run.#lost = if_not_exists(#run.#lost, :none) + :one',
      ConditionExpression: '#run.#state = :running',
      ExpressionAttributeNames: { '#run': 'run', '#lost': 'lost', '#state': 'state' },
      ExpressionAttributeValues: { ':none': 0, ':one': 1, ':running': 'running' },
      ReturnValues: 'ALL_NEW',
    }),
  );
  const { Attributes } = (await isWritten(taken)) ? await taken : {};
  return Attributes && runOf(Attributes);
}

/** Ends the count of {@link takeRun}: the invocation has an answer, and another one continues. */
export const answerRun = (table: Table, { lost, ...run }: AuditRun, now: Date): Promise<void> =>
  saveRun(table, run, now);

/** Ends a run whose invocations ended several times without an answer, and frees its range. */
export const failRun = (table: Table, run: AuditRun, now: Date): Promise<void> =>
  saveRun(table, { ...run, ...interrupted, finished_at: now.toISOString() }, now);

const itemOf = (run: AuditRun, now: Date) => ({ ...runKey(run.id), run, ...expiry(now) });

/** Reads an item of {@link itemOf}. */
const runOf = ({ run }: Item): AuditRun | undefined => run as AuditRun | undefined;

const expiry = (now: Date) => ({ expires_at: Math.floor(now.getTime() / 1000) + retention });
