// The events that the records of a year must have caused, each as one line of text.

import type { PlayedYear } from './play-year.ts';
import type { RawRecords } from './raw-records.ts';
import { expectedStock } from './recount-stock.ts';

/** Events of records that are compared one by one. Another test covers changes of the subscription. */
export function expectedEvents(records: RawRecords, played: PlayedYear): readonly string[] {
  const { year, shop, campaigns, referrals } = played;
  const { orders, products, rewards, invoices } = records;
  return [
    ...orders.map(({ id }) => `order.created ${id} 1`),
    ...orders.flatMap((order) => orderEvents(records, order)),
    ...products.map(({ id }) => `product.created ${id} 1`),
    ...shop.deletedIds.flatMap((id) => [`product.created ${id} 1`, `product.deleted ${id}`]),
    ...products.flatMap(({ id, version }) =>
      Array.from({ length: version - 1 }, (_, index) => `product.changed ${id} ${index + 2}`),
    ),
    ...expectedStock(records, year, { trackedIds: shop.trackedIds, mark: 12 }).flatMap(({ lows }) =>
      lows.map((low) => `product.low_stock ${low}`),
    ),
    ...campaigns.map(({ id }) => `campaign.sent ${id}`),
    ...referrals.referred.map(({ id }) => `referral.completed ${id}`),
    ...rewards
      .filter(({ earned_at }) => earned_at !== undefined)
      .map(({ id }) => `referral.reward_earned ${id}`),
    ...invoices.filter(({ status }) => status === 'paid').map(({ id }) => `invoice.paid ${id}`),
    ...invoices.flatMap(({ id, status, attempt_count }) =>
      Array.from(
        { length: attempt_count - (status === 'paid' ? 1 : 0) },
        (_, index) => `invoice.payment_failed ${id} ${index + 1}`,
      ),
    ),
  ].sort();
}

/** The changes of an order, and the payments and edits by which it became paid. */
function orderEvents({ changes, payments }: RawRecords, { id }: RawRecords['orders'][number]): string[] {
  const log = changes.filter(({ order_id }) => order_id === id).sort((a, b) => a.version - b.version);
  const paying = payments
    .filter(({ order_id }) => order_id === id)
    .sort((one, other) => (one.created_at < other.created_at ? -1 : 1));
  let [paid, refunded] = [0, 0];
  let wasPaid = false;
  return log.flatMap(({ version, kind, amount_due_cents }): string[] => {
    const payment = kind === 'paid' || kind === 'refunded' ? paying.shift() : undefined;
    if (kind === 'paid') paid += payment?.amount_cents ?? 0;
    if (kind === 'refunded') refunded += payment?.amount_cents ?? 0;
    const isPaid = refunded === 0 && paid > 0 && paid >= amount_due_cents;
    const becamePaid = isPaid && !wasPaid;
    wasPaid = isPaid;
    if (kind === 'status_changed') return [`order.status_changed ${id} ${version}`];
    if (kind === 'refunded') return [`order.refunded ${id} ${version}`];
    return [`order.changed ${id} ${version}`, ...(becamePaid ? [`order.paid ${id} ${version}`] : [])];
  });
}

type Event = {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** An event as such a line. */
export function lineOf({ type, data }: Event): string {
  const { id, version, attempt_count, available } = data;
  if (type === 'product.low_stock') return `${type} ${id} ${available}`;
  if (type === 'invoice.payment_failed') return `${type} ${id} ${attempt_count}`;
  return version === undefined ? `${type} ${id}` : `${type} ${id} ${version}`;
}
