import type { InvoiceLine, Price, Subscription, SubscriptionItem } from './records.ts';
import { newId } from './records.ts';

export interface WantedItem {
  readonly id?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: number | undefined;
  readonly deleted?: boolean | undefined;
}

/** The items of a subscription after an update. */
export function itemsAfter(
  items: readonly SubscriptionItem[],
  wanted: readonly WantedItem[],
  now: number,
): SubscriptionItem[] {
  const after = new Map(items.map((item) => [item.id, item]));
  for (const { id = newId('si'), price, quantity = 1, deleted = false } of wanted) {
    const present = after.get(id);
    const chosen = price ?? present?.price;
    if (deleted) after.delete(id);
    else if (chosen !== undefined) {
      after.set(id, { id, price: chosen, quantity, created: present?.created ?? now });
    }
  }
  return [...after.values()];
}

/** Credits the rest of the period for what goes, and charges it for what comes. */
export function prorationLines(
  { items, period_start, period_end }: Subscription,
  after: readonly SubscriptionItem[],
  { at, priceOf }: { readonly at: number; readonly priceOf: (id: string) => Price },
): InvoiceLine[] {
  const isIn = (item: SubscriptionItem, others: readonly SubscriptionItem[]) =>
    others.some(
      ({ id, price, quantity }) => id === item.id && price === item.price && quantity === item.quantity,
    );
  const share = (period_end - at) / (period_end - period_start);
  const line = (item: SubscriptionItem, sign: 1 | -1): InvoiceLine => {
    const { name, unit_amount } = priceOf(item.price);
    const what = `${item.quantity} × ${name}`;
    return {
      id: newId('il'),
      description: sign < 0 ? `Unused time on ${what}` : `Remaining time on ${what}`,
      amount: sign * Math.round(unit_amount * item.quantity * share),
      price: item.price,
      quantity: item.quantity,
      item: item.id,
      proration: true,
      start: at,
      end: period_end,
    };
  };
  return [
    ...items.filter((item) => !isIn(item, after)).map((item) => line(item, -1)),
    ...after.filter((item) => !isIn(item, items)).map((item) => line(item, 1)),
  ];
}

/** The lines of a whole period. */
export const periodLines = (
  items: readonly SubscriptionItem[],
  {
    start,
    end,
    priceOf,
  }: { readonly start: number; readonly end: number; readonly priceOf: (id: string) => Price },
): InvoiceLine[] =>
  items.map(({ id, price, quantity }) => {
    const { name, unit_amount } = priceOf(price);
    return {
      id: newId('il'),
      description: `${quantity} × ${name}`,
      amount: unit_amount * quantity,
      price,
      quantity,
      item: id,
      proration: false,
      start,
      end,
    };
  });
