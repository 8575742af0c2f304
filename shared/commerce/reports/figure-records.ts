import { monthOf } from '#calendar/days.ts';
import type { Order } from '#commerce/orders/order.ts';
import { keyed, monthsBetween, place } from '#store/commerce/record.ts';
import { type ItemKey, nameOfKey } from '#store/dynamodb/items.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { keyText } from '#store/records/key-pattern.ts';
import { keyIn } from '#store/records/place.ts';
import { soldAt } from '../orders/amounts.ts';
import { quarterAttribute, quarterOf } from './figures.ts';
import {
  type CustomerShare,
  customerShare,
  type DayChange,
  dayCounters,
  dayOf,
  figuresOfChange,
  figuresOfOrder,
  type ProductFigures,
  productCounters,
  productFigures,
  quarterLetters,
} from './order-figures.ts';

/** Figures of orders by UTC day, in blocks of three hours. One item for a whole day would grow to 10 kB, which each order would pay for. */
export const dayFigures = place(
  'figures of a day',
  'order-figures',
  'ROLLUP#{brand_id}#TOTAL',
  '{day}#{block}#{shard}',
  'order-figures',
  keyed,
);

/** Figures of products by UTC day. A large order has one item, `day#order#id`, for the figures of all its products. */
export const productDayFigures = place(
  'figures of products',
  'order-figures',
  'ROLLUP#{brand_id}#PRODUCT#{month}',
  '{day}#{product_id}#{shard}',
  'product-figures',
  { ...keyed, found: { among: monthsBetween } },
);

/** Figures of visits by UTC day. They are no record of a visit, so nothing can recount them. */
export const visitFigures = place(
  'figures of visits',
  'order-figures',
  'ROLLUP#{brand_id}#FUNNEL',
  '{day}#{shard}',
  'visit-figures',
  keyed,
);

const inMonth = (time: unknown) => ({ month: monthOf(String(time)) });

/** Figures of fields by UTC day. `field` is an id, a hash of a name, or `-`. */
export const fieldFigures = place(
  'figures of water',
  'order-figures',
  'ROLLUP#{brand_id}#WATER#{month}',
  '{day}#{field}#{shard}',
  'water-figures',
  {
    ...keyed,
    found: [
      { by: 'water log', facts: ({ logged_at }) => inMonth(logged_at) },
      // Months that have had logs, and are empty now.
      { by: 'change of water log', facts: ({ before }) => inMonth(Object(before).logged_at), again: true },
      { by: 'metered water', facts: ({ to }) => inMonth(to), again: true },
    ],
  },
);

const digits = [...'0123456789abcdef'];

/** Orders of a customer by month, in a partition of the last digit of the id of the contact. */
const customerFigures = place(
  'orders of customers',
  'order-figures',
  'ROLLUP#{brand_id}#CUSTOMER#{digit}',
  '{customer_id}',
  'customer-figures',
  {
    ...keyed,
    found: { among: () => digits.map((digit) => ({ digit })) },
  },
);

export const figurePlaces = [dayFigures, productDayFigures, visitFigures, fieldFigures, customerFigures];

/** The partition of a brand, and of the month of a day, that holds figures. */
export const figuresPartition = ({ pk }: { readonly pk: string }, brandId: string, day = ''): string =>
  keyText(pk, { brand_id: brandId, month: monthOf(day) }) ?? '';

const cohortKey = (brand_id: string, customer_id: string): ItemKey =>
  keyIn(customerFigures, { brand_id, digit: customer_id.slice(-1), customer_id });

/** The partitions of the customers of a brand. */
export const cohortPartitions = (brand_id: string): readonly string[] =>
  digits.map((digit) => keyText(customerFigures.pk, { brand_id, digit }) ?? '');

/** Amounts that a write adds to one item of figures. */
export interface FigureChange {
  readonly key: ItemKey;
  /** What the item counts, such as the id of a product. */
  readonly subject?: Readonly<Record<string, string>>;
  readonly add: Readonly<Record<string, number | bigint>>;
}

/**
 * The action that applies a change, without a condition. It counts up `revision`, so that a rebuild notices every change.
 */
export function figureAction({ key, subject = {}, add }: FigureChange): TransactAction {
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  const place = (name: string, value: unknown) => {
    const index = Object.keys(names).length;
    names[`#f${index}`] = name;
    values[`:f${index}`] = value;
    return [`#f${index}`, `:f${index}`] as const;
  };
  const sets = Object.entries(subject).map(([name, value]) => place(name, value).join(' = '));
  const adds = Object.entries({ ...add, revision: 1 }).map(([name, by]) => place(name, by).join(' '));
  return {
    Update: {
      Key: { ...key },
      UpdateExpression: `${sets.length > 0 ? `SET ${sets.join(', ')} ` : ''}ADD ${adds.join(', ')}`,
      ExpressionAttributeNames: names,
      ExpressionAttributeValues: values,
    },
  };
}

/**
 * One action for each item that the changes move. A transaction writes an item once, so changes of the same item are added
 * up; those that cancel out have no action.
 */
export function figureActions(changes: readonly FigureChange[]): TransactAction[] {
  const sums = new Map<string, FigureChange>();
  for (const change of changes) {
    const name = nameOfKey(change.key);
    const earlier = sums.get(name);
    const add: Record<string, bigint> = {};
    for (const [counter, by] of [...Object.entries(earlier?.add ?? {}), ...Object.entries(change.add)]) {
      add[counter] = (add[counter] ?? 0n) + BigInt(by);
    }
    sums.set(name, { ...change, add });
  }
  return [...sums.values()].flatMap((change) => {
    const add = Object.fromEntries(Object.entries(change.add).filter(([, by]) => by !== 0n));
    return Object.keys(add).length === 0 ? [] : [figureAction({ ...change, add })];
  });
}

/**
 * Items that hold the figures of one day, so that concurrent orders rarely write the same item. An order keeps its shard,
 * so changing these numbers requires a migration.
 */
const dayShards = 8;
const productShards = 4;

/**
 * Transactions are limited to 100 actions. An order of more products, or of more products and stock levels together, stores
 * all its product figures in one separate item, which reports read too. Changing this number requires a migration.
 */
export const maxSharedProducts = 60;

/** A first order of a customer, by its time. */
export interface FirstOrder {
  readonly brand_id: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/**
 * The actions that move the figures from one version of an order to the next: those of its day, its products and its customer.
 *
 * @param before undefined for a new order
 * @param firsts first orders of the customers of both versions
 */
export const orderFigureActions = (
  before: Order | undefined,
  after: Order,
  firsts: readonly FirstOrder[],
): readonly TransactAction[] => [
  ...figureActions([
    ...dayFiguresChanges(before, after),
    ...firsts.flatMap(newCustomerChanges),
    ...cohortChanges(before, after),
  ]),
  ...productFiguresActions(before, after),
];

/** What moves the figures of days from one version of an order to the next. */
const dayFiguresChanges = (before: Order | undefined, after: Order): readonly FigureChange[] => {
  if (before === undefined || soldAt(before) === soldAt(after)) {
    return [dayFiguresChange(after, figuresOfChange(before, after))];
  }
  const left = Object.entries(figuresOfOrder(before)).map(([counter, by]) => [counter, -BigInt(by)]);
  return [dayFiguresChange(before, Object.fromEntries(left)), dayFiguresChange(after, figuresOfOrder(after))];
};

/** Changes the figures of the order's day, and of its quarter hour. */
export const dayFiguresChange = (order: Order, change: DayChange): FigureChange =>
  changeAt(order.brand_id, soldAt(order), change);

/** Counts a new customer at the time of the first order, in the item that has the order. */
export const newCustomerChange = (brand_id: string, at: string, by: 1 | -1): FigureChange =>
  changeAt(brand_id, at, { new_customers: by });

/** Only the days of the old and the new first order of a customer change. */
export const newCustomerChanges = ({ brand_id, before, after }: FirstOrder): readonly FigureChange[] =>
  before === after
    ? []
    : [
        ...(before === undefined ? [] : [newCustomerChange(brand_id, before, -1)]),
        ...(after === undefined ? [] : [newCustomerChange(brand_id, after, 1)]),
      ];

/** A shard by the time of sale, which may have whole seconds or minutes only. */
function shardOfTime(at: string): string {
  const time = Date.parse(at);
  const [seconds, minutes] = [1000, 60_000].map((unit) => Math.floor(time / unit));
  return String((time + (seconds ?? 0) + (minutes ?? 0)) % dayShards);
}

function changeAt(brand_id: string, at: string, change: DayChange): FigureChange {
  const quarter = quarterOf(at);
  const add: Record<string, number | bigint> = {};
  for (const counter of dayCounters) {
    const by = change[counter];
    if (by === undefined) continue;
    add[counter] = by;
    const letter = quarterLetters[counter];
    if (letter !== undefined) add[quarterAttribute(quarter, letter)] = by;
  }
  return {
    key: keyIn(dayFigures, { brand_id, day: dayOf(at), block: blockOf(quarter), shard: shardOfTime(at) }),
    add,
  };
}

/** The figures of all products of one large order. */
export interface LargeOrderFigures {
  readonly key: ItemKey;
  readonly products: readonly ProductFigures[];
  readonly quarter: number;
}

/**
 * Changes the figures of the products from those of one version of the order to those of the next. A cancelled order has
 * none, and neither has an order before it exists.
 */
export function productFiguresActions(before: Order | undefined, after: Order): TransactAction[] {
  const [earlier, later] = [keptFigures(before), keptFigures(after)];
  const own = ownFiguresKey(after);
  return [
    ...sharedChanges(earlier.shared, later.shared).map((change) =>
      figureAction(sharedFigures(after, change)),
    ),
    ...(later.own.length > 0 && !areEqual(earlier.own, later.own)
      ? [{ Put: { Item: { ...own, products: later.own, quarter: quarterOf(soldAt(after)) } } }]
      : []),
    ...(later.own.length === 0 && earlier.own.length > 0 ? [{ Delete: { Key: { ...own } } }] : []),
  ];
}

/** The figures that an order in its present state has in those of its products. */
export function productFiguresOf(
  order: Order,
): { readonly changes: readonly FigureChange[] } | LargeOrderFigures {
  const { shared, own } = keptFigures(order);
  return own.length > 0
    ? { key: ownFiguresKey(order), products: own, quarter: quarterOf(soldAt(order)) }
    : { changes: sharedChanges([], shared).map((change) => sharedFigures(order, change)) };
}

export const ownFiguresKey = (order: Pick<Order, 'brand_id' | 'created_at' | 'sold_at' | 'id'>): ItemKey =>
  productKeyOf(order, 'order', order.id);

const productKeyOf = (
  order: Pick<Order, 'brand_id' | 'created_at' | 'sold_at'>,
  product_id: string,
  shard: string,
): ItemKey => {
  const day = dayOf(soldAt(order));
  return keyIn(productDayFigures, { brand_id: order.brand_id, month: monthOf(day), day, product_id, shard });
};

interface KeptFigures {
  readonly shared: readonly ProductFigures[];
  readonly own: readonly ProductFigures[];
}

function keptFigures(order: Order | undefined): KeptFigures {
  if (order === undefined || order.status === 'cancelled') return { shared: [], own: [] };
  const figures = productFigures(order);
  const isShared = figures.length + (order.stock?.lines.length ?? 0) <= maxSharedProducts;
  return isShared ? { shared: figures, own: [] } : { shared: [], own: figures };
}

const areEqual = (some: readonly ProductFigures[], others: readonly ProductFigures[]): boolean =>
  some.length === others.length &&
  some.every(({ product_id, quantity, cents }, index) => {
    const other = others[index];
    return other?.product_id === product_id && other.quantity === quantity && other.cents === cents;
  });

interface SharedChange extends ProductFigures {
  readonly order_count: bigint;
}

/** What changes, by product; nothing for products whose figures stay. */
function sharedChanges(
  before: readonly ProductFigures[],
  after: readonly ProductFigures[],
): readonly SharedChange[] {
  const earlier = new Map(before.map((figures) => [figures.product_id, figures]));
  const later = new Map(after.map((figures) => [figures.product_id, figures]));
  return [...new Set([...earlier.keys(), ...later.keys()])].sort().flatMap((product_id) => {
    const [was, is] = [earlier.get(product_id), later.get(product_id)];
    const quantity = (is?.quantity ?? 0n) - (was?.quantity ?? 0n);
    const cents = (is?.cents ?? 0n) - (was?.cents ?? 0n);
    const order_count = (is ? 1n : 0n) - (was ? 1n : 0n);
    return quantity === 0n && cents === 0n && order_count === 0n
      ? []
      : [{ product_id, quantity, cents, order_count }];
  });
}

/** The change of one product's figures, on its day and in its quarter hour. */
function sharedFigures(order: Order, { product_id, ...counts }: SharedChange): FigureChange {
  const { id } = order;
  const quarter = quarterOf(soldAt(order));
  const ofQuarter = Object.entries(productCounters).map(([counter, letter]) => [
    quarterAttribute(quarter, letter),
    counts[counter as keyof typeof counts],
  ]);
  return {
    key: productKeyOf(order, product_id, shardOf(id, productShards)),
    subject: { product_id },
    add: { ...counts, ...Object.fromEntries(ofQuarter) },
  };
}

const quartersOfBlock = 12;

const blockOf = (quarter: number): string => String(Math.floor(quarter / quartersOfBlock));

/** The last byte of an id is random (RFC 9562 section 5.7). */
export const shardOf = (id: string, shards: number): string =>
  String(Number.parseInt(id.slice(-2), 16) % shards);

/** What moves an order in the figures of its customer. */
function cohortChanges(before: Order | undefined, after: Order): readonly FigureChange[] {
  const [left, entered] = [customerShare(before), customerShare(after)];
  return [
    ...(left ? [cohortChange(after.brand_id, { ...left, cents: -left.cents }, -1n)] : []),
    ...(entered ? [cohortChange(after.brand_id, entered, 1n)] : []),
  ];
}

export const cohortChange = (
  brandId: string,
  { customer, mark, cents }: CustomerShare,
  orders: bigint,
): FigureChange => ({
  key: cohortKey(brandId, customer),
  add: { ...(orders !== 0n && { [`o${mark}`]: orders }), [`c${mark}`]: cents },
});
