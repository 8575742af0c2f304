import { type Activity, activity, type VisitsInput } from '#commerce/reports/contract.ts';
import { quarterAttribute, quarterOf } from '#commerce/reports/figures.ts';
import { dayOf } from '#commerce/reports/order-figures.ts';
import { record, staying } from '#store/commerce/record.ts';
import { getItems, insertion } from '#store/dynamodb/items.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { keyIn } from '#store/records/place.ts';
import { countersOfSteps, funnelCounters } from './analytics.ts';
import { figureAction, figurePlaces, shardOf, visitFigures } from './figure-records.ts';

/** 400 days: a year to compare with, and the month after it. */
const retentionMilliseconds = 400 * 24 * 3_600_000;

/** Activity of one event comes from the index, which may lag by a moment. */
export const activities = record({
  name: 'activity',
  schema: activity,
  records: 'activity',
  pk: 'ACTIVITY#{brand_id}',
  sk: '{id}',
  indexes: { gsi1: ['ACTIVITY#{brand_id}#{event}', '{id}'] },
  unchangedBy: [],
  expires: ({ created_at }: Activity) => new Date(Date.parse(created_at) + retentionMilliseconds),
  stored: { write: (one) => one, read: (fields) => activity.parse(fields) },
  exported: 'activity',
  person: 'none',
});

const expiring = 'expires within two days';

// They expire before a brand can be deleted (lib/settings: deletionWaitDays).
const sessions = staying('session of a shop', 'visits', 'VISIT#{brand_id}#{session_id}', 'SESSION', expiring);
const visits = staying('event of a visit', 'visits', 'VISIT#{brand_id}#{session_id}', 'EVENT#{id}', expiring);

/** All that the capability stores. */
export const reportPlaces = [...figurePlaces, activities, sessions, visits];

/** A session of an open page may last days; after that its next event counts as another. */
const keptSeconds = 2 * 24 * 3600;

const visitShards = 8;

/** The number of events of a session that are new, and the writes that count them. */
export async function countedVisits(
  table: Table,
  { brand_id, session_id, events }: VisitsInput,
  now: Date,
): Promise<{ readonly counted: number; readonly writes: readonly TransactAction[] }> {
  const unique = [...new Map(events.map((event) => [event.id, event])).values()];
  const session = keyIn(sessions, { brand_id, session_id });
  const visitKey = (id: string) => keyIn(visits, { brand_id, session_id, id });
  const found = await getItems(table, [session, ...unique.map(({ id }) => visitKey(id))]);
  const bySk = new Map(found.map((item) => [String(item['sk']), item]));
  const added = unique.filter(({ id }) => !bySk.has(visitKey(id).sk));
  if (added.length === 0) return { counted: 0, writes: [] };
  const known = bySk.get(session.sk);
  const steps = new Set(Array.isArray(known?.['steps']) ? known['steps'].map(String) : []);
  const reached = added.map(({ step }) => step);
  const counters = countersOfSteps(steps, reached);
  const expires_at = Math.floor(now.getTime() / 1000) + keptSeconds;
  const quarter = quarterOf(now.toISOString());
  const shard = shardOf(session_id, visitShards);
  const key = keyIn(visitFigures, { brand_id, day: dayOf(now.toISOString()), shard });
  const add = Object.fromEntries(
    counters.flatMap((counter) => [
      [counter, 1],
      [quarterAttribute(quarter, funnelCounters[counter]), 1],
    ]),
  );
  const isUnchanged =
    known === undefined
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : { ConditionExpression: 'steps = :steps', ExpressionAttributeValues: { ':steps': known['steps'] } };
  const writes = [
    ...added.map(({ id }) => insertion({ ...visitKey(id), expires_at })),
    {
      Put: { Item: { ...session, steps: [...new Set([...steps, ...reached])], expires_at }, ...isUnchanged },
    },
    ...(counters.length > 0 ? [figureAction({ key, add })] : []),
  ];
  return { counted: added.length, writes };
}
