import { useCredit } from '#commerce/orders/credit.ts';
import { withPaymentState } from '#commerce/orders/payment.ts';
import type { Order } from '#contract/commerce/orders.ts';
import type { CreditEntry } from '#contract/commerce/referral-program.ts';
import { ApiError, found } from '#contract/errors.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { changeOrder, findOrder } from '../orders.ts';
import { creditActions, hasCreditUse } from './credit-uses.ts';

interface Redemption {
  readonly brandId: string;
  readonly orderId: string;
  readonly cents: number;
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
  { brandId, orderId, cents, now, newId }: Redemption,
  othersOf: (redeemed: Redeemed) => readonly TransactAction[],
): Promise<CreditEntry> {
  const before = found(await findOrder(table, [brandId], orderId));
  const order = withPaymentState(useCredit(before, cents, now));
  if (await hasCreditUse(table, brandId, orderId)) throw new ApiError('credit_already_used');
  const use = { brandId, email: order.customer_email, orderId, cents, now, newId };
  const { actions, entry } = await creditActions(table, use);
  await changeOrder(table, before, order, [...actions, ...othersOf({ entry, before, order })]);
  return entry;
}
