import * as z from 'zod';
import type { Order } from '#commerce/orders/contract.ts';
import { useCredit, withPaymentState } from '#commerce/orders/payment.ts';
import { orders } from '#commerce/orders/records.ts';
import { changeWrites } from '#commerce/orders/writing.ts';
import { type CreditEntry, creditEntry } from '#commerce/referrals/contract.ts';
import { balanceOf, returnedLots, splitLots, takeCredit, withLots } from '#commerce/referrals/credit.ts';
import { ApiError, found } from '#contract/errors.ts';
import { getItem, insertion } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { accountActions, findAccount, lot } from './credit.ts';
import { findPerson } from './people.ts';
import { creditUseKey } from './program-keys.ts';

interface CreditUse {
  readonly brandId: string;
  /** Address of the customer of the order. */
  readonly email: string | undefined;
  readonly orderId: string;
  readonly cents: number;
  readonly now: Date;
  newId(): string;
}

/**
 * The actions that use credit for an order, for the transaction of the order: the account, its entry, and the use by the
 * order, which is unique. Run it inside `retryOnConflict`, because they fail if the account has changed meanwhile.
 *
 * @throws ApiError credit_insufficient
 */
export async function creditActions(
  table: Table,
  { brandId, email, orderId, cents, now, newId }: CreditUse,
): Promise<{ readonly actions: readonly TransactAction[]; readonly entry: CreditEntry }> {
  const person = email === undefined ? undefined : await findPerson(table, brandId, email);
  if (person === undefined) throw new ApiError('credit_insufficient');
  const before = await findAccount(table, brandId, person.customer_id);
  const { account: after, taken } = takeCredit(before, cents, now);
  const change = { id: newId(), kind: 'redeemed' as const, cents: -cents, order_id: orderId };
  // The time of the next expiry may stay: work that finds nothing to expire schedules itself again.
  const [accountAction, entryAction] = accountActions(after, change, now);
  const use = { customer_id: person.customer_id, lots: taken, state: 'used' };
  return {
    actions: [accountAction, entryAction, insertion({ ...creditUseKey(brandId, orderId), ...use })],
    entry: creditEntry.parse({ ...change, balance_cents: balanceOf(after), created_at: now.toISOString() }),
  };
}

const creditUse = z.object({
  customer_id: z.string(),
  lots: z.array(lot),
  state: z.enum(['used', 'returned']),
});

/** Whether the order uses credit, or has used it. */
const hasCreditUse = async (table: Table, brandId: string, orderId: string): Promise<boolean> =>
  (await getItem(table, creditUseKey(brandId, orderId))) !== undefined;

interface CreditReturn extends Omit<CreditUse, 'email' | 'cents'> {
  /** What the order still uses. */
  readonly keptCents?: number;
}

/**
 * The actions that give the credit of an order back, all of it or what the order no longer needs; none if the order uses no
 * credit. They fail if the credit has changed meanwhile.
 */
export async function returnCreditActions(
  table: Table,
  { brandId, orderId, keptCents = 0, now, newId }: CreditReturn,
): Promise<readonly TransactAction[]> {
  const item = await getItem(table, creditUseKey(brandId, orderId));
  const use = item && creditUse.parse(item);
  if (use?.state !== 'used') return [];
  const { kept, returned } = splitLots(use.lots, keptCents);
  const lots = returnedLots(returned, now);
  const after = withLots(await findAccount(table, brandId, use.customer_id), lots);
  const cents = balanceOf({ lots });
  return [
    ...accountActions(after, { id: newId(), kind: 'returned', cents, order_id: orderId }, now),
    {
      Update: {
        Key: { ...creditUseKey(brandId, orderId) },
        UpdateExpression: keptCents > 0 ? 'SET lots = :kept' : 'SET #state = :returned',
        ConditionExpression: '#state = :used',
        ExpressionAttributeNames: { '#state': 'state' },
        ExpressionAttributeValues: {
          ':used': 'used',
          ...(keptCents > 0 ? { ':kept': kept } : { ':returned': 'returned' }),
        },
      },
    },
  ];
}

interface Redemption {
  readonly brandId: string;
  readonly orderId: string;
  readonly cents: number;
  /** Subject of the caller. */
  readonly by: string;
  readonly now: Date;
  newId(): string;
}

interface Redeemed {
  readonly entry: CreditEntry;
  readonly before: Order;
  readonly order: Order;
}

/**
 * Uses credit of the customer of a stored order, lowers its amount due, and stores `others`, in one transaction.
 *
 * @throws ApiError not_found, credit_not_usable, credit_already_used, credit_insufficient
 * @throws ConditionFailed when the order or the credit has changed meanwhile
 */
export async function redeemForOrder(
  table: Table,
  { brandId, orderId, cents, by, now, newId }: Redemption,
  othersOf: (redeemed: Redeemed) => readonly TransactAction[],
): Promise<CreditEntry> {
  const before = found(await orders.find({ brand_id: brandId, id: orderId }));
  const order = withPaymentState(useCredit(before, cents, now));
  if (await hasCreditUse(table, brandId, orderId)) throw new ApiError('credit_already_used');
  const use = { brandId, email: order.customer_email, orderId, cents, now, newId };
  const { actions, entry } = await creditActions(table, use);
  const others = [...actions, ...othersOf({ entry, before, order })];
  await transact(table, await changeWrites(before, order, { log: { by, kind: 'credited' }, others }));
  return entry;
}
