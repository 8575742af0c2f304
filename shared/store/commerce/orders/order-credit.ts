import { returnableCredit } from '#commerce/orders/credit.ts';
import type { Order } from '#contract/commerce/orders.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { creditActions, returnCreditActions } from '../referrals/credit-uses.ts';

/** When a request came, and the ids of what it creates. */
export interface Occasion {
  readonly now: Date;
  newId(): string;
}

/** The actions by which a new order uses credit. */
export async function creditOf(
  table: Table,
  order: Order,
  occasion: Occasion,
): Promise<readonly TransactAction[]> {
  const { brand_id: brandId, customer_email: email, id: orderId, credit_cents: cents } = order;
  if (cents === 0) return [];
  return (await creditActions(table, { brandId, email, orderId, cents, ...occasion })).actions;
}

/** The actions that give back what an edited order no longer needs. */
export function unusedCredit(table: Table, before: Order, after: Order, occasion: Occasion) {
  const { brand_id: brandId, id: orderId, credit_cents: keptCents } = after;
  return keptCents < returnableCredit(before)
    ? returnCreditActions(table, { brandId, orderId, keptCents, ...occasion })
    : [];
}

/** The actions that give the credit of an order back if the change does so. */
export async function returnedCredit(
  table: Table,
  before: Order,
  after: Order,
  occasion: Occasion,
): Promise<readonly TransactAction[]> {
  if (before.credit_returned_cents !== undefined || after.credit_returned_cents === undefined) return [];
  return returnCreditActions(table, { brandId: after.brand_id, orderId: after.id, ...occasion });
}
