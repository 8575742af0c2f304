import type { Order } from '#commerce/orders/order.ts';
import { type Cell, csvText } from '../csv.ts';
import { toDecimalNumber } from '../money.ts';
import { compareNames as compareTexts } from '../products/rules.ts';
import {
  type PickedOrder,
  type PickedStop,
  type PickList,
  type PickTotal,
  type Stop,
  stopPlace,
} from './contract.ts';

export interface PickListSources {
  readonly brand: { readonly id: string; readonly name: string };
  readonly date: string;
  readonly now: Date;
  readonly orders: readonly Order[];
  /** The stops that exist, by id. */
  readonly stops: ReadonlyMap<string, Stop>;
}

type Line = Order['items'][number];

/** Lines of an order that are picked up. */
export const pickupLines = ({ items }: Pick<Order, 'items'>): readonly Line[] =>
  items.filter(({ delivery }) => delivery === 'pickup');

/** The orders of a day by stop, in the order of their names, with totals. */
export function makePickList({ brand, date, now, orders, stops }: PickListSources): PickList {
  const live = orders.filter((order) => order.status !== 'cancelled' && pickupLines(order).length > 0);
  const byStop = Map.groupBy(live, ({ stop_id }) => stop_id);
  const picked = [...byStop].map(([id, ofStop]) =>
    pickedStop(id, id === undefined ? undefined : stops.get(id), ofStop),
  );
  return {
    brand_id: brand.id,
    brand_name: brand.name,
    date,
    created_at: now.toISOString(),
    order_count: live.length,
    packed_count: live.filter(isPacked).length,
    totals: totalsOf(live.flatMap(pickupLines)),
    stops: picked.sort((a, b) => compareNames(a.name, b.name) || compareNames(a.stop_id, b.stop_id)),
  };
}

function pickedStop(id: string | undefined, stop: Stop | undefined, orders: readonly Order[]): PickedStop {
  const sold = orders.find(({ stop_name }) => stop_name !== undefined)?.stop_name;
  return {
    stop_id: id ?? null,
    name: stop?.name ?? sold ?? null,
    ...(stop && stopPlace.parse(stop)),
    order_count: orders.length,
    packed_count: orders.filter(isPacked).length,
    collect_cents: orders.reduce((sum, { collect_cents }) => sum + collect_cents, 0),
    totals: totalsOf(orders.flatMap(pickupLines)),
    orders: orders
      .map(pickedOrder)
      .sort(
        (a, b) => compareNames(a.customer_name ?? null, b.customer_name ?? null) || (a.id < b.id ? -1 : 1),
      ),
  };
}

function pickedOrder(order: Order): PickedOrder {
  const { id, number, status, customer_name, customer_phone, notes, total, created_at, version } = order;
  const { payment_state, collect_cents, return_cents } = order;
  return {
    id,
    number,
    status,
    is_packed: isPacked(order),
    ...(customer_name !== undefined && { customer_name }),
    ...(customer_phone !== undefined && { customer_phone }),
    ...(notes !== undefined && { notes }),
    total,
    payment_state,
    collect_cents,
    return_cents,
    created_at,
    version,
    lines: totalsOf(pickupLines(order)),
  };
}

const isPacked = ({ status }: Order): boolean => status === 'ready' || status === 'completed';

/** The quantities by product and variant in packing order: heaviest first, those without a weight last, then by name. */
function totalsOf(lines: readonly Line[]): PickTotal[] {
  const byItem = Map.groupBy(lines, ({ product_id, variant_id = '' }) => `${product_id} ${variant_id}`);
  return [...byItem.values()]
    .flatMap((same) => {
      const [line] = same;
      if (line === undefined) return [];
      const quantity = same.reduce((sum, one) => sum + one.quantity, 0);
      return [{ ...soldItem(line), quantity }];
    })
    .sort(
      (a, b) =>
        (b.weight_grams ?? -1) - (a.weight_grams ?? -1) ||
        compareNames(a.name, b.name) ||
        compareNames(a.variant_name ?? null, b.variant_name ?? null) ||
        (a.product_id < b.product_id ? -1 : 1),
    );
}

/** A line of an external catalog has no name. */
function soldItem({ product_id, variant_id, sold }: Line): Omit<PickTotal, 'quantity'> {
  const { tax_category, ...item } = sold ?? { name: product_id };
  return { product_id, ...(variant_id !== undefined && { variant_id }), ...item };
}

/** Absent names come last. */
function compareNames(a: string | null, b: string | null): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compareTexts(a, b);
}

const csvColumns = [
  'stop',
  'number',
  'order_id',
  'customer',
  'status',
  'product',
  'variant',
  'sku',
  'unit',
  'unit_quantity',
  'quantity',
  'notes',
  'payment_state',
  'collect',
  'return',
  'stop_collect',
];

const amount = (cents: number): number => toDecimalNumber(BigInt(cents));

/** The pick list as CSV: one line for each order line, in the order of the list. */
export const pickListCsv = ({ stops }: PickList): string =>
  csvText([
    csvColumns,
    ...stops.flatMap((stop) =>
      stop.orders.flatMap((order, ofStop) =>
        order.lines.map((line, ofOrder): Cell[] => [
          stop.name ?? stop.stop_id ?? '',
          order.number,
          order.id,
          order.customer_name ?? '',
          order.status,
          line.name,
          line.variant_name ?? line.variant_id ?? '',
          line.sku ?? '',
          line.unit ?? '',
          line.unit_quantity ?? '',
          line.quantity,
          order.notes ?? '',
          order.payment_state,
          ofOrder === 0 ? amount(order.collect_cents) : '',
          ofOrder === 0 ? amount(order.return_cents) : '',
          ofStop + ofOrder === 0 ? amount(stop.collect_cents) : '',
        ]),
      ),
    ),
  ]);
