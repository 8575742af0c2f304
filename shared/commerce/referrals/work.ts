import { orders } from '#commerce/orders/records.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { outboxAction } from '#store/commerce/work/outbox.ts';
import { transact } from '#store/dynamodb/table.ts';
import { decimalOf, toCents } from '../money.ts';
import { recordEvents } from '../work/record-events.ts';
import { balanceOf, expireCredit, isFull, nextExpiry, withLots } from './credit.ts';
import { accounts, accountWrites, expiryWrite } from './credit-records.ts';
import { rankWrites, rewardOfReferred, rewards } from './records.ts';
import { earnedReward } from './rules.ts';

interface Occasion {
  readonly now: Date;
  newId(): string;
}

/**
 * Earns the reward that waits for the customer of a completed order, once: reward, credit, leaderboard and event in one
 * transaction. An account with 1,000 unused rewards takes no more, and the reward stays pending until another order.
 */
export const earnReward = (brandId: string, orderId: string, occasion: Occasion): Promise<void> =>
  retryOnConflict(() => earnOnce(brandId, orderId, occasion));

async function earnOnce(brandId: string, orderId: string, { now, newId }: Occasion): Promise<void> {
  const order = await orders.find({ brand_id: brandId, id: orderId });
  if (order?.status !== 'completed' || order.customer_email === undefined) return;
  const pending = await rewardOfReferred(brandId, order.customer_email);
  const reward =
    pending && earnedReward(pending, { id: orderId, total: toCents(decimalOf(order.total)) }, now);
  if (pending === undefined || reward === undefined) return;
  const { id, customer_id, referral_id, cents, expires_at } = reward;
  const account = await accounts.find(reward);
  if (isFull(account)) return;
  const brand = (await findBrand(commerceTable, brandId))?.brand;
  const lot = { reward_id: id, cents, ...(expires_at !== undefined && { expires_at }) };
  const after = withLots(account, [lot]);
  const change = { id: newId(), kind: 'earned' as const, cents, order_id: orderId, reward_id: id };
  const data = { id, customer_id, referral_id, order_id: orderId, cents };
  const events = recordEvents(brandId, [{ type: 'referral.reward_earned', data }], { now, newId });
  await transact(commerceTable, [
    rewards.replace(pending, reward),
    ...accountWrites(account, after, change, now),
    expiryWrite(after, now),
    ...(await rankWrites(reward, brand?.time_zone ?? 'UTC', now)),
    outboxAction({ id: newId(), events }),
  ]);
}

/**
 * Ends the credit of a customer whose time is over.
 *
 * @returns the next time at which credit ends, if there is one
 */
export const endExpiredCredit = (
  holder: { readonly brand_id: string; readonly customer_id: string },
  { now, newId }: { now(): Date; newId(): string },
): Promise<Date | undefined> =>
  retryOnConflict(async () => {
    const before = await accounts.find(holder);
    const { account, expired } = expireCredit(before, now());
    if (expired.length > 0) {
      const change = { id: newId(), kind: 'expired' as const, cents: -balanceOf({ lots: expired }) };
      await transact(commerceTable, [
        ...accountWrites(before, account, change, now()),
        ...expired.map(({ reward_id: id }) => ({
          Update: {
            Key: { ...rewards.key({ ...holder, id }) },
            UpdateExpression: 'SET #state = :expired, remaining_cents = :zero',
            ExpressionAttributeNames: { '#state': 'state' },
            ExpressionAttributeValues: { ':expired': 'expired', ':zero': 0 },
          },
        })),
      ]);
    }
    return nextExpiry(account);
  });
