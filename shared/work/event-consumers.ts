import * as z from 'zod';
import { notifyPeople } from '#commerce/notifications/work.ts';
import { completeOnboarding } from '#commerce/onboarding/work.ts';
import { orderStatuses } from '#commerce/orders/order.ts';
import { settleReward } from '#commerce/referrals/work.ts';
import { deliverToWebhooks } from '#commerce/webhooks/work.ts';
import type { EventConsumer } from './run-work.ts';

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

/** Every consumer of outgoing events. An event leaves the outbox when all of them have taken it. */
export const eventConsumers: readonly EventConsumer[] = [
  deliverToWebhooks,
  settleReferrals,
  completeOnboarding,
  notifyPeople,
];
