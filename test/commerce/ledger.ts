import { emailHash } from '#commerce/customer.ts';
import {
  type CustomerKind,
  type DayChange,
  type DayCounter,
  dayOf,
  figuresOfChange,
  figuresOfOrder,
  productFigures,
} from '#commerce/order-figures.ts';
import { changeOrderStatus } from '#commerce/order-status.ts';
import { plainPricing } from '#commerce/orders/amounts.ts';
import { editedInput, editOrder } from '#commerce/orders/edit-order.ts';
import type { DayRow, PeriodRows, ProductRow } from '#commerce/report.ts';
import type { Order } from '#contract/commerce/orders.ts';
import { ApiError } from '#contract/errors.ts';
import { type OrderStory, placed } from './arbitrary-orders.ts';

/** Figures in memory, as simple as possible, for comparison with the table. */
export class Ledger {
  readonly days: DayRow[] = [];
  readonly products: (ProductRow & { readonly day: string })[] = [];

  place(order: Order, customer: CustomerKind) {
    this.move(order, figuresOfOrder(order, customer));
    this.count(order, 1n);
  }

  move(order: Order, change: DayChange) {
    const figures: Partial<Record<DayCounter, bigint>> = {};
    for (const [counter, by] of Object.entries(change)) figures[counter as DayCounter] = BigInt(by);
    this.days.push({ day: dayOf(order.created_at), figures });
  }

  count(order: Order, sign: bigint) {
    for (const { product_id, quantity, cents } of productFigures(order)) {
      const day = dayOf(order.created_at);
      this.products.push({
        day,
        product_id,
        quantity: sign * quantity,
        cents: sign * cents,
        order_count: sign,
      });
    }
  }

  between(from: string, to: string): PeriodRows {
    const inPeriod = ({ day }: { readonly day: string }) => day >= from && day <= to;
    return { days: this.days.filter(inPeriod), products: this.products.filter(inPeriod) };
  }
}

/** Places the orders of the stories, applies their legal changes of status, and keeps their figures. */
export function play(stories: readonly OrderStory[]) {
  const ledger = new Ledger();
  const customers = new Set<string>();
  const orders = stories.map((story, index) => {
    let order = placed(story, `0192f6a0-0000-7000-8000-${String(index).padStart(12, '0')}`);
    const person = order.customer_email && emailHash(order.customer_email);
    const kind = !person ? 'without-email' : customers.has(person) ? 'returning' : 'new';
    if (person) customers.add(person);
    ledger.place(order, kind);
    const change = (after: Order) => {
      ledger.move(after, figuresOfChange(order, after));
      if (order.status !== 'cancelled') ledger.count(order, -1n);
      if (after.status !== 'cancelled') ledger.count(after, 1n);
      order = after;
    };
    for (const edit of story.edits) {
      change(editOrder(order, editedInput(order, edit), plainPricing, new Date()));
    }
    for (const refund of story.refunds) {
      const kept = {
        ...order,
        paid_cents: order.paid_cents + 100,
        refunded_cents: order.refunded_cents + refund,
      };
      change(kept);
    }
    for (const status of story.moves) {
      const moved = moveIfAllowed(order, status);
      if (moved === order) continue;
      change(moved);
    }
    return order;
  });
  return { ledger, orders };
}

function moveIfAllowed(order: Order, status: Order['status']): Order {
  try {
    return changeOrderStatus(order, status, new Date());
  } catch (error) {
    if (error instanceof ApiError) return order;
    throw error;
  }
}
