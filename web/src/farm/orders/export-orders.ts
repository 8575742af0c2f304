import type { Order } from '#contract/commerce/orders.ts';
import { api } from '#web/api/api.ts';
import { saveFile } from '../csv/save-file.ts';
import { toCsv } from '../csv/to-csv.ts';
import { stopName } from '../selling/stop-list.ts';
import { listInput, type OrderFilters } from './order-filters.ts';

/** Orders of one CSV file at most. */
export const maxExported = 10_000;

const columns = [
  'id',
  'created_at',
  'status',
  'payment_state',
  'fulfillment',
  'stop',
  'pickup_date',
  'customer_name',
  'customer_email',
  'customer_phone',
  'customer_address',
  'items',
  'currency',
  'subtotal',
  'discount',
  'shipping',
  'tax',
  'credit',
  'amount_due',
  'paid',
  'refunded',
  'promo_code',
  'notes',
] as const;

/** Saves the orders of the filters as a CSV file. Returns whether the file has all of them. */
export async function exportOrders(
  brand: { readonly id: string; readonly timeZone: string },
  filters: OrderFilters,
  name: string,
  stops: Parameters<typeof stopName>[0],
  onProgress: (done: number) => void,
): Promise<boolean> {
  const orders: Order[] = [];
  const list = api('GET /api/v1/orders', { ...listInput(brand, filters), limit: 200 }, { maxRetries: 5 });
  let isWhole = true;
  for await (const page of list.pages()) {
    orders.push(...page.data);
    onProgress(orders.length);
    isWhole = !page.pagination.has_more;
    if (orders.length >= maxExported) break;
  }
  saveFile(
    `${name}.csv`,
    toCsv(
      columns,
      orders.map((order) => rowOf(order, stops)),
    ),
  );
  return isWhole;
}

function rowOf(order: Order, stops: Parameters<typeof stopName>[0]) {
  return [
    order.id,
    order.created_at,
    order.status,
    order.payment_state,
    order.fulfillment,
    stopName(stops, order.stop_id) ?? order.stop_id,
    order.pickup_date,
    order.customer_name,
    order.customer_email,
    order.customer_phone,
    order.customer_address,
    order.items.reduce((sum, { quantity }) => sum + quantity, 0),
    order.currency,
    order.subtotal_cents / 100,
    order.discount_cents / 100,
    order.shipping_cents / 100,
    order.tax_cents / 100,
    order.credit_cents / 100,
    order.amount_due,
    order.paid_cents / 100,
    order.refunded_cents / 100,
    order.promo_code,
    order.notes,
  ];
}
