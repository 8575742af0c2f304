import * as z from 'zod';
import { noticeOf, notifies } from '#commerce/notifications/rules.ts';
import { stepOfEvent } from '#commerce/onboarding/tour.ts';
import { orderStatuses } from '#commerce/orders/order.ts';
import { settleReward } from '#commerce/referrals/work.ts';
import type { RecordedEvent } from '#contract/commerce/events.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { deliverToNext } from '#store/commerce/inboxes/deliver.ts';
import { openInbox } from '#store/commerce/inboxes/inboxes.ts';
import { recordOnboardingFact } from '#store/commerce/onboarding/onboarding.ts';
import { createDeliveries } from '#store/commerce/webhooks/create-deliveries.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { WorkRun } from './run-work.ts';

/**
 * Takes the events of one operation. It is called at least once, and again if another consumer fails or a run is killed, so
 * it must be idempotent: writes are conditional on ids that derive from the id of the event.
 */
export type EventConsumer = (events: readonly RecordedEvent[], run: WorkRun) => Promise<void>;

/**
 * Delivers the notifications of events. The first inboxes get theirs at once; work continues with those of a larger brand, so
 * that no event waits for a brand with many members.
 */
const notifyPeople: EventConsumer = async (events, run) => {
  for (const event of events) if (notifies(event.type)) await notify(event, run);
};

async function notify(event: RecordedEvent, run: WorkRun): Promise<void> {
  const record = await findBrand(commerceTable, event.brand_id);
  const notice = record && noticeOf(event, record.brand);
  if (notice === undefined) return;
  const joined = joinedMember.safeParse(event);
  if (joined.success) {
    await openInbox(commerceTable, event.brand_id, joined.data.data.subject, run.now());
  }
  const after = await deliverToNext(commerceTable, notice, undefined, run.now());
  if (after === undefined) return;
  const work = { kind: 'deliver-notification', key: notice.id, due: run.now() } as const;
  await transact(commerceTable, [scheduleWork({ ...work, payload: { notice, after } })]);
}

const joinedMember = z.object({
  type: z.literal('member.joined'),
  data: z.object({ subject: z.string().min(1) }),
});

const changedStatus = z.object({ id: z.string(), status: z.enum(orderStatuses) });

/** Events after which an order may be worth more or less. */
const worthChanging: readonly string[] = ['order.status_changed', 'order.changed', 'order.refunded'];

/** Makes rewards follow completed orders. */
const settleReferrals: EventConsumer = async (events, run) => {
  const completed = events.flatMap(({ type, brand_id, data }) => {
    const order = worthChanging.includes(type) ? changedStatus.parse(data) : undefined;
    return order?.status === 'completed' ? [{ brand_id, id: order.id }] : [];
  });
  const orders = new Map(completed.map((order) => [order.id, order]));
  for (const { brand_id, id } of orders.values()) {
    await settleReward(brand_id, id, { now: run.now(), newId: run.newId });
  }
};

/** Facts that this instance has recorded, so that a brand with many orders does not write the same fact for each. */
const recorded = new Set<string>();
const maxRecorded = 10_000;

/** Records the facts of events, which outlive their records. */
const completeOnboarding: EventConsumer = async (events) => {
  for (const { brand_id, type, created_at } of events) {
    const step = stepOfEvent[type];
    const fact = `${brand_id} ${step}`;
    if (step === undefined || recorded.has(fact)) continue;
    await recordOnboardingFact(commerceTable, brand_id, step, created_at);
    if (recorded.size >= maxRecorded) recorded.clear();
    recorded.add(fact);
  }
};

/** Creates the webhook deliveries of events and wakes their sender. */
const deliverToWebhooks: EventConsumer = async (events, run) => {
  const now = run.now();
  for (const { endpoint_id } of await createDeliveries(commerceTable, events, now)) {
    await wakeForWork({ kind: 'deliver-webhooks', key: endpoint_id }, now, now);
  }
};

/** Every consumer of outgoing events. An event leaves the outbox when all of them have taken it. */
export const eventConsumers: readonly EventConsumer[] = [
  deliverToWebhooks,
  settleReferrals,
  completeOnboarding,
  notifyPeople,
];
