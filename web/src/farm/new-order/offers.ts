import type { Order } from '#commerce/orders/order.ts';
import type { ShownProduct as Product } from '#commerce/products/product-fields.ts';
import { outboxEntries } from '#web/offline/outbox.ts';
import { levelsByProduct, useStockLevels } from '../products/stock-levels.ts';
import { byId, useCatalog } from '../selling/catalog.ts';
import { keyOf, type Offer, offersOf } from './draft.ts';

/** Everything that can be sold now, and the catalog by id. */
export interface Offers {
  readonly list: readonly Offer[];
  readonly products: ReadonlyMap<string, Product>;
  readonly isLoading: boolean;
  readonly error?: unknown;
}

/** Reads catalog and stock. Products without a known stock can be sold. */
export function useOffers(brandId: string): Offers {
  const catalog = useCatalog(brandId);
  const stock = useStockLevels(brandId);
  return {
    list: withoutWaiting(offersOf(catalog.data ?? [], levelsByProduct(stock.data ?? []))),
    products: byId(catalog.data),
    isLoading: catalog.isLoading,
    ...(catalog.data === undefined && catalog.error !== undefined && { error: catalog.error }),
  };
}

/** The offers without the stock that orders in the outbox have taken. */
function withoutWaiting(offers: readonly Offer[]): readonly Offer[] {
  const taken = new Map<string, number>();
  for (const { write } of outboxEntries.value) {
    if (write.kind !== 'create_order') continue;
    for (const { product_id, variant_id, quantity } of write.order.items) {
      const key = keyOf({ productId: product_id, variantId: variant_id });
      taken.set(key, (taken.get(key) ?? 0) + quantity);
    }
  }
  return offers.map((offer) =>
    offer.available === undefined || !taken.has(offer.key)
      ? offer
      : { ...offer, available: offer.available - (taken.get(offer.key) ?? 0) },
  );
}

/** The offers with the stock that the order itself has reserved. */
export function withReserved(offers: readonly Offer[], { stock }: Order): readonly Offer[] {
  if (stock?.state !== 'reserved') return offers;
  const reserved = new Map(
    stock.lines.map((line) => [
      keyOf({ productId: line.product_id, variantId: line.variant_id }),
      line.quantity,
    ]),
  );
  return offers.map((offer) => ({
    ...offer,
    available: offer.available === undefined ? undefined : offer.available + (reserved.get(offer.key) ?? 0),
  }));
}
