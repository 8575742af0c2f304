import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { ApiError } from '#contract/errors.ts';
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
export function lowStock(
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
