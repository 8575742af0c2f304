import type { Order } from '#commerce/orders/contract.ts';
import { decimalOf, toCents } from '../money.ts';

/** What an order adds to the figures of its contact. A cancelled order adds nothing. */
export interface OrderFacts {
  readonly count: number;
  readonly cents: number;
}

export const orderFacts = (order: Pick<Order, 'status' | 'total'>): OrderFacts =>
  order.status === 'cancelled'
    ? { count: 0, cents: 0 }
    : { count: 1, cents: Number(toCents(decimalOf(order.total))) };

/** What a change of an order changes in the figures of its contact. */
export function changeOfFacts(
  before: Pick<Order, 'status' | 'total'>,
  after: Pick<Order, 'status' | 'total'>,
): OrderFacts {
  const [old, next] = [orderFacts(before), orderFacts(after)];
  return { count: next.count - old.count, cents: next.cents - old.cents };
}
