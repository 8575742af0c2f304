import type { ShownProduct as Product } from '#contract/commerce/products.ts';
import type { Stop } from '#contract/commerce/stop-fields.ts';
import { byId, useCatalog } from '#web/farm/selling/catalog.ts';
import { stopName, useStops } from '#web/farm/selling/stop-list.ts';
import { useBrand } from '#web/session/session.ts';

/** What filters need to know of the brand, for their words and for the builder. */
export interface FilterNames {
  readonly currency: string;
  readonly products: readonly Product[];
  readonly stops: readonly Stop[];
  readonly productName: (id: string) => string | undefined;
  readonly stopName: (id: string) => string | undefined;
}

/** Reads the products and stops that filters name. */
export function useFilterNames(): FilterNames {
  const { id, currency } = useBrand();
  const { data: products = [] } = useCatalog(id);
  const { data: stops = [] } = useStops(id);
  const productsById = byId(products);
  return {
    currency,
    products,
    stops,
    productName: (productId) => productsById.get(productId)?.name,
    stopName: (stopId) => stopName(stops, stopId),
  };
}
