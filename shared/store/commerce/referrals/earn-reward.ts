import { decimalOf, toCents } from '#commerce/money.ts';
import { orders } from '#commerce/orders/records.ts';
import { isFull, withLots } from '#commerce/referrals/credit.ts';
import { earnedReward } from '#commerce/referrals/rewards.ts';
import { recordEvents } from '#commerce/work/record-events.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { findBrand } from '../brands.ts';
import { outboxAction } from '../work/outbox.ts';
import { accountActions, findAccount } from './credit.ts';
import { leaderActions } from './leaderboard.ts';
import { rewardOfReferred } from './people.ts';
import { earnedRewardAction } from './reward-actions.ts';
import { findReward } from './rewards.ts';

interface CompletedOrder {
  readonly brandId: string;
  readonly orderId: string;
  readonly now: Date;
  newId(): string;
}

/**
 * Earns the reward that waits for the customer of a completed order, once: reward, credit, leaderboard and event in one
 * transaction. An account with 1,000 unused rewards takes no more, and the reward stays pending until another order.
 *
 * @throws ConditionFailed when something has changed meanwhile
 */
export async function earnReward(
  table: Table,
  { brandId, orderId, now, newId }: CompletedOrder,
): Promise<void> {
  const order = await orders.find({ brand_id: brandId, id: orderId });
  if (order?.status !== 'completed' || order.customer_email === undefined) return;
  const waiting = await rewardOfReferred(table, brandId, order.customer_email);
  const pending = waiting && (await findReward(table, brandId, waiting.customerId, waiting.rewardId));
  const reward =
    pending && earnedReward(pending, { id: orderId, total: toCents(decimalOf(order.total)) }, now);
  if (reward === undefined) return;
  const { id, customer_id, referral_id, cents, expires_at } = reward;
  const account = await findAccount(table, brandId, customer_id);
  if (isFull(account)) return;
  const brand = (await findBrand(table, brandId))?.brand;
  const after = withLots(account, [
    { reward_id: id, cents, ...(expires_at !== undefined && { expires_at }) },
  ]);
  const entry = { id: newId(), kind: 'earned' as const, cents, order_id: orderId, reward_id: id };
  const data = { id, customer_id, referral_id, order_id: orderId, cents };
  const events = recordEvents(brandId, [{ type: 'referral.reward_earned', data }], { now, newId });
  await transact(table, [
    earnedRewardAction(reward),
    ...accountActions(after, entry, now),
    ...(await leaderActions(table, reward, brand?.time_zone ?? 'UTC', now)),
    outboxAction({ id: newId(), events }),
  ]);
}
