import { createHash } from 'node:crypto';
import * as z from 'zod';
import {
  type Worker,
  type WorkKind,
  type WorkMessage,
  type WorkPayload,
  workKinds,
} from '#contract/commerce/work.ts';
import { isWritten } from '#persistence/conflict.ts';
import { getItem, type ItemKey, updateItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';

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

const keptSeconds = 24 * 3600;

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
