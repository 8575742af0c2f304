import { createHash } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import {
  type Worker,
  type WorkKind,
  type WorkMessage,
  type WorkPayload,
  workKinds,
  workMessage,
} from '#contract/commerce/work.ts';
import { isWritten } from '#persistence/conflict.ts';
import { getItem, type Item, type ItemKey, updateItem } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { send, type Table, type TransactAction } from '../../dynamodb/table.ts';
import { duePartitionOf, duePartitions, workKey } from './outbox.ts';

/** Work that is due at a time. Kind and key identify it. */
export interface DueWork<Kind extends WorkKind = WorkKind> {
  readonly kind: Kind;
  readonly key: string;
  readonly due: Date;
  readonly payload: WorkPayload<Kind>;
}

/** Work under the lease of one run. */
export interface LeasedWork<Kind extends WorkKind = WorkKind> extends DueWork<Kind> {
  /** Runs of this work that began since it was scheduled, this one included. */
  readonly attempt: number;
  /** Runs before this one that ended one after another without an answer, because they were killed or timed out. */
  readonly lost?: number;
  readonly lease: Lease;
}

interface Lease {
  readonly run: string;
  /** Changes whenever the work is scheduled again. */
  readonly version: string;
}

/**
 * The action that schedules work, for the transaction of its cause. It replaces an earlier time and payload of the same
 * kind and key. A run in progress keeps its lease, and the work runs again after it.
 */
export function scheduleWork<Kind extends WorkKind>({
  kind,
  key,
  due,
  payload,
}: DueWork<Kind>): TransactAction {
  return {
    Update: {
      Key: { ...workKey(kind, key) },
      UpdateExpression:
        'SET kind = :kind, work_key = :key, due = :due, payload = :payload, version = :version, gsi2pk = :shard, gsi2sk = :due REMOVE attempts, expires_at',
      ExpressionAttributeValues: {
        ':kind': kind,
        ':key': key,
        ':due': due.toISOString(),
        ':payload': payload,
        ':version': crypto.randomUUID(),
        ':shard': duePartitionOf(kind, key),
      },
    },
  };
}

/**
 * The action that cancels work, for the transaction of its cause. It needs no permission to delete: the item expires. A
 * run in progress ends as it would, but the work does not run again.
 */
export const cancelWork = (kind: WorkKind, key: string, now: Date): TransactAction => ({
  Update: {
    Key: { ...workKey(kind, key) },
    UpdateExpression: 'SET version = :version, expires_at = :expires REMOVE gsi2pk, gsi2sk, due',
    ExpressionAttributeValues: {
      ':version': crypto.randomUUID(),
      ':expires': Math.floor(now.getTime() / 1000) + keptSeconds,
    },
  },
});

const keptSeconds = 24 * 3600;

const workItem = z.object({
  due: z.string(),
  payload: z.unknown(),
  attempts: z.number(),
  /** Runs without an answer, and the one that has the lease. */
  lost: z.number(),
  version: z.string(),
});

/**
 * Takes the lease of due work, so that no other run can have it before the end. The end is also the time at which the work
 * is found again if this run is killed.
 *
 * @returns undefined for work that is not due, is done, or is leased by another run
 */
export async function leaseWork<Kind extends WorkKind>(
  table: Table,
  { kind, key }: { readonly kind: Kind; readonly key: string },
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<LeasedWork<Kind> | undefined> {
  const run = crypto.randomUUID();
  const update = updateItem(table, workKey(kind, key), {
    UpdateExpression: 'SET run = :run, lease_until = :until, gsi2sk = :until ADD attempts :one, lost :one',
    ConditionExpression:
      'attribute_exists(gsi2pk) AND due <= :now AND (attribute_not_exists(lease_until) OR lease_until <= :now)',
    ExpressionAttributeValues: {
      ':run': run,
      ':until': until.toISOString(),
      ':now': now.toISOString(),
      ':one': 1,
    },
    ReturnValues: 'ALL_NEW',
  });
  const item = await attributesOf(update);
  if (item === undefined) return undefined;
  const { due, payload, attempts, lost, version } = workItem.parse(item);
  const leased = { kind, key, due: new Date(due), payload: payloadOf(kind, payload) };
  return { ...leased, attempt: attempts, lost: lost - 1, lease: { run, version } };
}

/** The declaration of the kind has this type. */
const payloadOf = <Kind extends WorkKind>(kind: Kind, payload: unknown) =>
  workKinds[kind].payload.parse(payload) as WorkPayload<Kind>;

/**
 * The payload of work that a run may take now, strongly consistent. The lease decides.
 *
 * @returns undefined for work that is not due, is done, or is leased
 */
export async function findFreeWork<Kind extends WorkKind>(
  table: Table,
  { kind, key }: { readonly kind: Kind; readonly key: string },
  now: Date,
): Promise<WorkPayload<Kind> | undefined> {
  const item = await getItem(table, workKey(kind, key));
  const { due, lease_until: until = '', payload } = item ?? {};
  const isFree = typeof due === 'string' && [due, String(until)].every((time) => time <= now.toISOString());
  return isFree ? payloadOf(kind, payload) : undefined;
}

/** Sets the next time of work at the beginning of a run that may be killed. The end of the run replaces it. */
export const postponeWork = (table: Table, { kind, key, lease }: LeasedWork, due: Date): Promise<boolean> =>
  isWritten(
    updateItem(table, workKey(kind, key), {
      UpdateExpression: 'SET due = :due',
      ConditionExpression: heldBy(lease).ConditionExpression,
      ExpressionAttributeValues: { ...heldBy(lease).ExpressionAttributeValues, ':due': due.toISOString() },
    }),
  );

/** Renews the lease of a run. False if another run has it now. */
export const renewWork = (table: Table, { kind, key, lease }: LeasedWork, until: Date): Promise<boolean> =>
  isWritten(
    updateItem(table, workKey(kind, key), {
      UpdateExpression: 'SET lease_until = :until, gsi2sk = :until',
      ConditionExpression: 'run = :run',
      ExpressionAttributeValues: { ':until': until.toISOString(), ':run': lease.run },
    }),
  );

/**
 * Removes finished work.
 *
 * @returns the new time of work that was scheduled again during the run
 */
export async function finishWork(table: Table, work: LeasedWork): Promise<Date | undefined> {
  const { kind, key, lease } = work;
  const Key = { ...workKey(kind, key) };
  const removal = new DeleteCommand({ TableName: table.name, Key, ...heldBy(lease) });
  return (await isWritten(send(table.client.send(removal)))) ? undefined : releaseWork(table, work);
}

/**
 * Ends the run and schedules the next one: after success, which resets the attempts, or after a failure.
 *
 * @returns the time of the next run, which may be another if the work was scheduled again during the run
 */
export async function repeatWork(
  table: Table,
  work: LeasedWork,
  { at, failed }: { readonly at: Date; readonly failed: boolean },
): Promise<Date | undefined> {
  const { kind, key, lease } = work;
  const { ConditionExpression, ExpressionAttributeValues } = heldBy(lease);
  const update = updateItem(table, workKey(kind, key), {
    UpdateExpression: `SET due = :due, gsi2sk = :due REMOVE lease_until, run, lost${failed ? '' : ', attempts'}`,
    ConditionExpression,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':due': at.toISOString() },
  });
  return (await isWritten(update)) ? at : releaseWork(table, work);
}

/** Gives the lease back. The work has been scheduled again or cancelled, or another run has it. */
async function releaseWork(table: Table, { kind, key, lease }: LeasedWork): Promise<Date | undefined> {
  const update = updateItem(table, workKey(kind, key), {
    // Cancelled work has no due time, and no partition in the index.
    UpdateExpression: 'SET gsi2sk = if_not_exists(due, :none) REMOVE lease_until, run, lost',
    ConditionExpression: 'run = :run',
    ExpressionAttributeValues: { ':run': lease.run, ':none': 'none' },
    ReturnValues: 'ALL_NEW',
  });
  const item = await attributesOf(update);
  const due = item?.['due'];
  return typeof due === 'string' ? new Date(due) : undefined;
}

/** When the work is due, strongly consistent; undefined for work that is done or cancelled. */
export async function dueTimeOf(table: Table, kind: WorkKind, key: string): Promise<Date | undefined> {
  const due = (await getItem(table, workKey(kind, key)))?.['due'];
  return typeof due === 'string' ? new Date(due) : undefined;
}

const heldBy = ({ run, version }: Lease) => ({
  ConditionExpression: 'run = :run AND version = :version',
  ExpressionAttributeValues: { ':run': run, ':version': version },
});

/** The attributes after a conditional write; undefined if its condition failed. */
async function attributesOf(update: ReturnType<typeof updateItem>): Promise<Item | undefined> {
  return (await isWritten(update)) ? (await update).Attributes : undefined;
}

/** Schedules work outside a transaction, with the permission to update work only. */
export async function scheduleNow(table: Table, work: DueWork): Promise<void> {
  const action = scheduleWork(work);
  if (!('Update' in action)) throw new Error('Work is scheduled by an update');
  const { Key: _, ...update } = action.Update;
  await updateItem(table, workKey(work.kind, work.key), update);
}

/** One of the runs that a brand may have at a time. */
export interface Turn {
  readonly key: ItemKey;
  readonly run: string;
}

/**
 * The turn that this work needs, one of those of its brand; undefined for work that takes no turns.
 *
 * @param brandTurns runs of a brand at a time
 */
export function turnOf(
  { kind, key }: WorkMessage,
  payload: WorkPayload<WorkKind>,
  brandTurns: number,
): Turn | undefined {
  if (!declarations[kind].takesTurns || !('brand_id' in payload)) return undefined;
  const number = 'batch' in payload ? payload.batch : createHash('sha256').update(key).digest()[0];
  const pk = `WORK#turn#${payload.brand_id}#${(number ?? 0) % brandTurns}`;
  return { key: { pk, sk: 'TURN' }, run: crypto.randomUUID() };
}

const declarations: Readonly<Record<WorkKind, { readonly worker: Worker; readonly takesTurns?: true }>> =
  workKinds;

/** `kind#key` of work that waits for the turn, in the order in which it came. */
const turnItem = z.object({ until: z.string().optional(), waiting: z.array(z.string()) });

const nameOf = ({ kind, key }: WorkMessage): string => `${kind}#${key}`;

function named(name: string): WorkMessage {
  const end = name.indexOf('#');
  return { kind: name.slice(0, end) as WorkMessage['kind'], key: name.slice(end + 1) };
}

/**
 * Takes a turn, or has the work wait for it. A turn is advice: a run that lasts beyond `until` may overlap with the next.
 * If a wake-up is lost, the schedule finds the work.
 *
 * @returns false if the work waits
 */
export async function takeTurn(
  table: Table,
  { key, run }: Turn,
  work: WorkMessage,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const [time, name] = [now.toISOString(), nameOf(work)];
  for (;;) {
    const taken = updateItem(table, key, {
      UpdateExpression:
        'SET run = :run, #until = :until, waiting = if_not_exists(waiting, :none), expires_at = :expires',
      ConditionExpression: 'attribute_not_exists(#until) OR #until <= :now',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: {
        ':run': run,
        ':until': until.toISOString(),
        ':none': [],
        ':expires': Math.floor(now.getTime() / 1000) + keptSeconds,
        ':now': time,
      },
    });
    if (await isWritten(taken)) return true;
    const queued = updateItem(table, key, {
      UpdateExpression: 'SET waiting = list_append(waiting, :names)',
      ConditionExpression: '#until > :now AND NOT contains(waiting, :name)',
      ExpressionAttributeNames: { '#until': 'until' },
      ExpressionAttributeValues: { ':names': [name], ':name': name, ':now': time },
    });
    if (await isWritten(queued)) return false;
    const { data } = turnItem.safeParse(await getItem(table, key));
    if (data?.waiting.includes(name) && data.until !== undefined && data.until > time) return false;
  }
}

/** Gives a turn back. Returns the work that has waited for it longest. */
export async function endTurn(table: Table, { key, run }: Turn): Promise<WorkMessage | undefined> {
  const ended = updateItem(table, key, {
    UpdateExpression: 'REMOVE run, #until, waiting[0]',
    ConditionExpression: 'run = :run',
    ExpressionAttributeNames: { '#until': 'until' },
    ExpressionAttributeValues: { ':run': run },
    ReturnValues: 'ALL_OLD',
  });
  // Not written: the turn was over, and another run has it.
  if (!(await isWritten(ended))) return undefined;
  const [next] = turnItem.parse((await ended).Attributes).waiting;
  return next === undefined ? undefined : named(next);
}

/** Work as the index shows it. The index may lag, so the lease decides whether the work is due. */
export interface FoundWork extends WorkMessage {
  /** The time from which a run may take the work: when it is due, and no earlier run has its lease. */
  readonly free: Date;
  /** The time under which the index has the work: its due time, the end of a lease, or the end of a wait for a worker. */
  readonly foundAt: string;
}

/** All work that the index has up to this time, shard by shard, earliest first. */
export async function* findDueWork(table: Table, until: Date): AsyncGenerator<FoundWork> {
  for (const pk of duePartitions) {
    const range = { pk, prefix: '', index: 'gsi2', to: `${until.toISOString()}~` } as const;
    for await (const item of queryItems(table, range, { pageSize: 100 })) {
      const { data } = workMessage.safeParse({ kind: item['kind'], key: item['work_key'] });
      // Work of a newer version during a deployment waits for its worker.
      if (data === undefined) continue;
      const times = [item['due'], item['lease_until']].filter((time) => typeof time === 'string');
      yield { ...data, free: new Date(times.toSorted().at(-1) ?? 0), foundAt: String(item['gsi2sk']) };
    }
  }
}

/** Hides work in the index until a time, because its message is in the queue of its worker. */
export async function hideWork(table: Table, { kind, key, foundAt }: FoundWork, until: Date): Promise<void> {
  const hidden = updateItem(table, workKey(kind, key), {
    UpdateExpression: 'SET gsi2sk = :until',
    ConditionExpression: 'attribute_exists(gsi2pk) AND gsi2sk = :found',
    ExpressionAttributeValues: { ':until': until.toISOString(), ':found': foundAt },
  });
  // Not written: a worker has taken it, or it was scheduled again.
  await isWritten(hidden);
}

const firstPauseSeconds = 30;
const longestPauseSeconds = 3600;

/**
 * When failed work runs again: after 30 seconds, one minute, two and so on, an hour at most. Work that fails is never given
 * up; its failures trigger an alarm.
 *
 * @param attempt the attempt that failed, from 1
 */
export function retryTime(attempt: number, now: Date): Date {
  const seconds = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(20, attempt - 1));
  return new Date(now.getTime() + seconds * 1000);
}
