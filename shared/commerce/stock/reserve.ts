import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import type { HeldStock, Order, OrderInput } from '../orders/order.ts';
import type { StockAdjustment, StockAdjustmentInput, StockLevel, StockRules } from './contract.ts';

interface Product {
  readonly id: string;
  readonly brand_id: string;
}

/** The level with its rules replaced; a new level has no stock. */
export function withStockRules(
  { id, brand_id }: Product,
  level: StockLevel | undefined,
  { variant_id, mode, low_stock_at }: StockRules,
  now: Date,
): StockLevel {
  const { on_hand = 0, reserved = 0, available = 0, version = 0 } = level ?? {};
  return {
    brand_id,
    product_id: id,
    ...(variant_id !== undefined && { variant_id }),
    mode,
    on_hand,
    reserved,
    available,
    ...(low_stock_at !== undefined && { low_stock_at }),
    updated_at: now.toISOString(),
    version: version + 1,
  };
}

interface Adjusted {
  readonly level: StockLevel;
  readonly adjustment: StockAdjustment;
}

/**
 * The level after an adjustment, and its record. A count below what orders hold leaves a negative quantity available.
 *
 * @throws ApiError insufficient_stock when more is written off than is available
 */
export function adjustStock(
  level: StockLevel,
  { kind, quantity, reason }: StockAdjustmentInput,
  { id, now, by }: { readonly id: string; readonly now: Date; readonly by: string },
): Adjusted {
  const change = kind === 'correct' ? quantity - level.on_hand : kind === 'waste' ? -quantity : quantity;
  const available = level.available + change;
  if (kind === 'waste' && available < 0) {
    const message = `Only ${Math.max(level.available, 0)} are available; orders hold ${level.reserved}`;
    throw new ApiError('insufficient_stock', { message });
  }
  const time = now.toISOString();
  const { brand_id, product_id, variant_id } = level;
  return {
    level: { ...level, available, on_hand: level.on_hand + change, updated_at: time },
    adjustment: {
      id,
      brand_id,
      product_id,
      ...(variant_id !== undefined && { variant_id }),
      kind,
      quantity,
      change,
      ...(reason !== undefined && { reason }),
      by,
      created_at: time,
    },
  };
}

/** The event of an adjustment by which tracked stock falls to its low-stock mark. */
export function lowStockEvents(
  product: NamedProduct,
  before: StockLevel,
  after: StockLevel,
): readonly OutgoingEvent[] {
  const { mode, low_stock_at } = before;
  if (mode !== 'tracked' || low_stock_at === undefined) return [];
  return before.available > low_stock_at && after.available <= low_stock_at
    ? [lowStock(after, after.available, product)]
    : [];
}

/** A product, as far as its event depends on it. */
export interface NamedProduct {
  readonly name: string;
  readonly variants?: readonly { readonly id: string; readonly name: string }[] | undefined;
}

/** The event that stock fell to its low-stock mark. A notification shows the names. */
function lowStock(
  { product_id, variant_id, low_stock_at }: StockLevel,
  available: number,
  product: NamedProduct | undefined,
): OutgoingEvent {
  const variant = product?.variants?.find(({ id }) => id === variant_id);
  return {
    type: 'product.low_stock',
    data: {
      id: product_id,
      ...(product && { name: product.name }),
      ...(variant_id !== undefined && { variant_id }),
      ...(variant && { variant_name: variant.name }),
      available,
      low_stock_at: low_stock_at ?? 0,
    },
  };
}

/**
 * Products and variants with tracked stock in one order. Each is one action of the transaction of 100, and so it is when the order
 * is cancelled. Contact, promo code, credit, figures and reply take the others.
 */
export const maxTrackedLines = 70;

type Held = HeldStock['lines'][number];

/** What an order or an adjustment adds to a level, and the condition on what is available before. */
export interface StockChange {
  readonly product_id: string;
  readonly variant_id?: string | undefined;
  readonly available: number;
  readonly reserved: number;
  /** Undefined without a condition: stock that returns is always accepted. */
  readonly when?: {
    /** Both ends included. */
    readonly from: number;
    readonly to?: number | undefined;
    /** As it was read; undefined if the level has none. */
    readonly low_stock_at: number | undefined;
  };
}

export interface StockPlan {
  readonly changes: readonly StockChange[];
  readonly events: readonly OutgoingEvent[];
  /** Stock that the order holds after the changes; undefined for none. */
  readonly held: HeldStock | undefined;
}

/** Name of the stock of a product or variant. */
export const stockName = ({
  product_id,
  variant_id,
}: {
  readonly product_id: string;
  readonly variant_id?: string | undefined;
}): string => `${product_id}#${variant_id ?? ''}`;

/**
 * The changes by which an order holds the stock of its items, beyond what it holds already. A line takes the tracked stock
 * of its variant, else of its product, else none.
 *
 * The condition of a change has one of three ranges: above the low-stock mark before and after, at the mark after, or below
 * it before. So exactly one of concurrent orders passes the mark, and its event is in its transaction.
 *
 * @param levels current levels by {@link stockName}
 * @param products by their ids, for the names in events; an external catalog has none
 * @throws ApiError out_of_stock with one detail for each product or variant; validation_failed for too many
 */
export function planStock(
  items: OrderInput['items'],
  levels: ReadonlyMap<string, StockLevel>,
  before: HeldStock | undefined,
  products: ReadonlyMap<string, NamedProduct> = new Map(),
): StockPlan {
  const wanted = wantedStock(items, levels);
  if (wanted.length > maxTrackedLines) throw tooMany();
  const earlier = new Map((before?.lines ?? []).map((line) => [stockName(line), line]));
  const names = new Map([...wanted, ...earlier.values()].map((line) => [stockName(line), line]));
  const quantities = new Map(wanted.map((line) => [stockName(line), line.quantity]));
  const more = [...names].flatMap(([name, { product_id, variant_id }]) => {
    const quantity = (quantities.get(name) ?? 0) - (earlier.get(name)?.quantity ?? 0);
    return quantity === 0 ? [] : [{ product_id, variant_id, quantity }];
  });
  refuseShortage(items, more, levels);
  return {
    changes: more.map((line) => changeOf(line, levels.get(stockName(line)))),
    events: more.flatMap((line) =>
      lowStockEvent(line, levels.get(stockName(line)), products.get(line.product_id)),
    ),
    held: wanted.length === 0 ? undefined : { state: 'reserved', lines: wanted },
  };
}

/** Tracked stock that the items need, in the order of the items. */
function wantedStock(items: OrderInput['items'], levels: ReadonlyMap<string, StockLevel>): Held[] {
  const wanted = new Map<string, Held>();
  for (const item of items) {
    const level = [stockName(item), stockName({ product_id: item.product_id })]
      .map((name) => levels.get(name))
      .find((found) => found?.mode === 'tracked');
    if (!level) continue;
    const { product_id, variant_id } = level;
    const quantity = (wanted.get(stockName(level))?.quantity ?? 0) + item.quantity;
    wanted.set(stockName(level), { product_id, ...(variant_id !== undefined && { variant_id }), quantity });
  }
  return [...wanted.values()];
}

function tooMany(): ApiError {
  const message = `At most ${maxTrackedLines} products or variants of an order can have tracked stock`;
  return new ApiError('validation_failed', {
    details: [{ path: ['body', 'items'], message, code: 'too_big' }],
  });
}

function refuseShortage(
  items: OrderInput['items'],
  more: readonly Held[],
  levels: ReadonlyMap<string, StockLevel>,
): void {
  const details = more.flatMap((line): ErrorDetail[] => {
    const available = levels.get(stockName(line))?.available ?? 0;
    if (line.quantity <= available) return [];
    const { product_id, variant_id } = line;
    const of = variant_id === undefined ? '' : `, variant ${variant_id}`;
    const index = items.findIndex(
      (item) =>
        item.product_id === product_id && (variant_id === undefined || item.variant_id === variant_id),
    );
    return [
      {
        path: ['body', 'items', Math.max(index, 0), 'quantity'],
        message: `Product ${product_id}${of} has ${Math.max(available, 0)} available`,
        code: 'out_of_stock',
      },
    ];
  });
  const [first] = details;
  if (first) throw new ApiError('out_of_stock', { message: first.message, details });
}

function changeOf({ product_id, variant_id, quantity }: Held, level: StockLevel | undefined): StockChange {
  const change = { product_id, variant_id, available: -quantity, reserved: quantity };
  if (quantity <= 0) return change;
  const mark = level?.low_stock_at;
  if (level === undefined || mark === undefined) {
    return { ...change, when: { from: quantity, low_stock_at: undefined } };
  }
  const { available } = level;
  if (available - quantity > mark)
    return { ...change, when: { from: mark + quantity + 1, low_stock_at: mark } };
  // The event names the quantity, so the condition on passing the mark is exact.
  if (available > mark) return { ...change, when: { from: available, to: available, low_stock_at: mark } };
  return { ...change, when: { from: quantity, to: mark, low_stock_at: mark } };
}

function lowStockEvent(
  { quantity }: Held,
  level: StockLevel | undefined,
  product: NamedProduct | undefined,
): readonly OutgoingEvent[] {
  if (!level || level.low_stock_at === undefined || quantity <= 0) return [];
  const after = level.available - quantity;
  return level.available > level.low_stock_at && after <= level.low_stock_at
    ? [lowStock(level, after, product)]
    : [];
}

/** The stock of an order after a change of its status, and the changes of the levels. */
export function settleStock(order: Order): Pick<StockPlan, 'changes' | 'held'> {
  const { stock, status } = order;
  if (stock?.state !== 'reserved' || (status !== 'completed' && status !== 'cancelled')) {
    return { changes: [], held: stock };
  }
  const returns = status === 'cancelled';
  return {
    changes: stock.lines.map(({ product_id, variant_id, quantity }) => ({
      product_id,
      variant_id,
      available: returns ? quantity : 0,
      reserved: -quantity,
    })),
    held: { ...stock, state: returns ? 'released' : 'consumed' },
  };
}

/** The changes that return consumed stock. */
export const restockChanges = (stock: HeldStock): readonly StockChange[] =>
  stock.lines.map(({ product_id, variant_id, quantity }) => ({
    product_id,
    variant_id,
    available: quantity,
    reserved: 0,
  }));
