import type { OutgoingEvent } from '#contract/commerce/events.ts';
import type { StockLevel } from '#contract/commerce/stock.ts';

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
