import { quarterAttribute, quarterOf } from '#commerce/analytics/day-figures.ts';
import { countersOfSteps, funnelCounters } from '#commerce/analytics/funnel-figures.ts';
import type { VisitsInput } from '#commerce/reports/contract.ts';
import { getItems, insertion } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { funnelKey, sessionKey, visitKey } from './analytics-keys.ts';
import { figureAction } from './figure-change.ts';

/** A session of an open page may last days; after that its next event counts as another. */
const keptSeconds = 2 * 24 * 3600;

const visitShards = 8;

/**
 * Counts the events of a session that are new, and `others`, in one transaction.
 *
 * @returns the number of new events
 * @throws ConditionFailed when another request of the session was faster; read again
 */
export async function insertVisits(
  table: Table,
  { brand_id, session_id, events }: VisitsInput,
  now: Date,
  othersOf: (counted: number) => readonly TransactAction[],
): Promise<number> {
  const unique = [...new Map(events.map((event) => [event.id, event])).values()];
  const session = sessionKey(brand_id, session_id);
  const found = await getItems(table, [
    session,
    ...unique.map(({ id }) => visitKey(brand_id, session_id, id)),
  ]);
  const bySk = new Map(found.map((item) => [String(item['sk']), item]));
  const added = unique.filter(({ id }) => !bySk.has(visitKey(brand_id, session_id, id).sk));
  const known = bySk.get(session.sk);
  const steps = new Set(Array.isArray(known?.['steps']) ? known['steps'].map(String) : []);
  const reached = added.map(({ step }) => step);
  const counters = countersOfSteps(steps, reached);
  const expires_at = Math.floor(now.getTime() / 1000) + keptSeconds;
  const others = othersOf(added.length);
  if (added.length === 0) {
    if (others.length > 0) await transact(table, others);
    return 0;
  }
  const sessionItem = { ...session, steps: [...new Set([...steps, ...reached])], expires_at };
  const day = now.toISOString();
  const quarter = quarterOf(day);
  const shard = Number.parseInt(session_id.slice(-2), 16) % visitShards;
  const add = Object.fromEntries(
    counters.flatMap((counter) => [
      [counter, 1],
      [quarterAttribute(quarter, funnelCounters[counter]), 1],
    ]),
  );
  await transact(table, [
    ...added.map(({ id }) => insertion({ ...visitKey(brand_id, session_id, id), expires_at })),
    {
      Put: {
        Item: sessionItem,
        ...(known === undefined
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'steps = :steps',
              ExpressionAttributeValues: { ':steps': known['steps'] },
            }),
      },
    },
    ...(counters.length > 0
      ? [figureAction({ key: funnelKey(brand_id, day.slice(0, 10), shard), add })]
      : []),
    ...others,
  ]);
  return added.length;
}
