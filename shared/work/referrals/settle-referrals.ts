import * as z from 'zod';
import { orderStatuses } from '#contract/commerce/orders.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { earnReward } from '#store/commerce/referrals/earn-reward.ts';
import type { EventConsumer } from '../event-consumer.ts';

const changedStatus = z.object({ id: z.string(), status: z.enum(orderStatuses) });

/** Earns the reward of a completed order, once for each order. */
export const settleReferrals: EventConsumer = async (events, run) => {
  for (const { type, brand_id, data } of events) {
    if (type !== 'order.status_changed') continue;
    const { id, status } = changedStatus.parse(data);
    const order = { brandId: brand_id, orderId: id, newId: run.newId };
    if (status === 'completed') {
      await retryOnConflict(() => earnReward(commerceTable, { ...order, now: run.now() }));
    }
  }
};
