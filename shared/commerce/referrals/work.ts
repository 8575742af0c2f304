import { brands } from '#commerce/brands/records.ts';
import { orders } from '#commerce/orders/records.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { outboxAction, recordEvents } from '#store/commerce/work/outbox.ts';
import { type TransactAction, transact } from '#store/dynamodb/table.ts';
import type { ErasedPerson } from '../contacts/erasure-records.ts';
import { worthOf } from '../orders/amounts.ts';
import type { Order } from '../orders/order.ts';
import { accounts, accountWrites, expiryWrite } from './credit-records.ts';
import { ordersOfPerson, type Person, personOf } from './person-records.ts';
import {
  customers,
  periodsAt,
  rankWrites,
  redemptions,
  referred,
  rewardOfReferred,
  rewards,
} from './records.ts';
import {
  centsOf,
  type EarningOrder,
  endedReward,
  expireCredit,
  grantedCents,
  isFull,
  nextExpiry,
  rewardCents,
  type StoredReward,
  settledReward,
  takeBack,
  withLots,
} from './rules.ts';

interface Occasion {
  readonly now: Date;
  newId(): string;
}

/**
 * Makes the reward of a referral follow a completed order of the referred customer: earned, with more or less credit, or taken
 * back. The reward, credit, leaderboard and event are written in one transaction. The reward belongs to the order that earned it
 * until this order is worth too little. An account with 1,000 unused rewards takes no more, and the reward stays pending until
 * another order.
 */
export const settleReward = (brandId: string, orderId: string, occasion: Occasion): Promise<void> =>
  retryOnConflict(() => settleOnce(brandId, orderId, occasion));

async function settleOnce(brand_id: string, orderId: string, { now, newId }: Occasion): Promise<void> {
  const order = await orders.find({ brand_id, id: orderId });
  if (order?.status !== 'completed' || order.contact_id === undefined) return;
  const person = await personOf(brand_id, order.contact_id);
  const before = person && (await rewardOfReferred(brand_id, person.ids));
  const referrer = before && (await personOf(brand_id, before.customer_id));
  // The order of an erased customer earns nothing, nor does a customer who was erased.
  if (person === undefined || before === undefined || referrer === undefined) return;
  if (before.order_id !== undefined && before.order_id !== orderId) return;
  // A merge can show that customers have referred themselves.
  const isOwn = referrer.ids.some((id) => person.ids.includes(id));
  const earning = isOwn ? undefined : await earningOrder(before, order, person);
  const brand = await brands.find({ brand_id });
  const periods = periodsAt(brand?.time_zone ?? 'UTC', now);
  const after = settledReward(before, earning, { now, periods });
  const isOtherOrder = after.order_id !== before.order_id;
  const isSame = !isOtherOrder && after.cents === before.cents;
  if (isSame) return;
  const { id, customer_id, referral_id, expires_at } = after;
  const cents = grantedCents(after) - grantedCents(before);
  const account = await accounts.find(after);
  if (cents > 0 && isFull(account)) return;
  const credited =
    cents > 0
      ? withLots(account, [{ reward_id: id, cents, ...(expires_at !== undefined && { expires_at }) }])
      : takeBack(account, id, -cents);
  const kind = cents > 0 ? ('earned' as const) : ('taken_back' as const);
  const order_id = earning?.id ?? orderId;
  const change = { id: newId(), kind, cents, order_id, reward_id: id };
  const data = { id, customer_id, referral_id, order_id, cents: after.cents };
  const isEarned = isOtherOrder && after.state === 'earned';
  const events = isEarned ? [{ type: 'referral.reward_earned' as const, data }] : [];
  await transact(commerceTable, [
    rewards.replace(before, after),
    ...(cents === 0 ? [] : [...accountWrites(account, credited, change, now), expiryWrite(credited, now)]),
    ...(await rankWrites(before, after)),
    ...(events.length === 0
      ? []
      : [outboxAction({ id: newId(), events: recordEvents(brand_id, events, { now, newId }) })]),
  ]);
}

/** The completed order that earns the reward: this one if it is worth enough, else the first other one. */
async function earningOrder(
  reward: StoredReward,
  order: Order,
  person: Person,
): Promise<EarningOrder | undefined> {
  const own = { id: order.id, worth_cents: worthOf(order) };
  if (rewardCents(reward, own.worth_cents) > 0) return own;
  if (reward.order_id === undefined) return undefined;
  for (const { brand_id, order_id: id, worth_cents } of await ordersOfPerson(person)) {
    if (id === order.id || rewardCents(reward, worth_cents) === 0) continue;
    const other = await orders.find({ brand_id, id });
    if (other?.status === 'completed') return { id, worth_cents: worthOf(other) };
  }
  return undefined;
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
      const change = { id: newId(), kind: 'expired' as const, cents: -centsOf(expired) };
      const ended = await rewards.findMany(expired.map(({ reward_id: id }) => ({ ...holder, id })));
      await transact(commerceTable, [
        ...accountWrites(before, account, change, now()),
        // A reward that was taken back is pending, although an order has returned some of its credit.
        ...ended.flatMap((reward) => {
          const lot = expired.find(({ reward_id }) => reward_id === reward.id);
          const isOpen = lot === undefined || reward.state === 'pending';
          return isOpen ? [] : [rewards.replace(reward, endedReward(reward, lot.cents))];
        }),
      ]);
    }
    return nextExpiry(account);
  });

/**
 * Removes the e-mail addresses of an erased person from its redemptions, its code, and who referred it. Rewards, credit and ranks
 * name the contact by its id, which leads nowhere then. The code and the referrals of the person earn nothing more.
 *
 * @param counted the action that counts an erased redemption
 * @returns false when the time is up
 */
export async function eraseReferrals(
  { brandId: brand_id, contactIds }: Pick<ErasedPerson, 'brandId' | 'contactIds'>,
  counted: TransactAction,
  isTimeUp: () => boolean,
): Promise<boolean> {
  for await (const redemption of redemptions.all({ brand_id })) {
    if (isTimeUp()) return false;
    if (!contactIds.includes(redemption.referred_user_id)) continue;
    if (redemption.referred_email.endsWith(erasedDomain)) continue;
    const referred_email = `${redemption.id}${erasedDomain}`;
    await transact(commerceTable, [
      redemptions.replace(redemption, { ...redemption, referred_email }),
      counted,
    ]);
  }
  await transact(
    commerceTable,
    contactIds.flatMap((id) =>
      [customers.key({ brand_id, customer_id: id }), referred.key({ brand_id, contact_id: id })].map(
        (Key) => ({
          Delete: { Key: { ...Key } },
        }),
      ),
    ),
  );
  return true;
}

const erasedDomain = '@erased.invalid';
