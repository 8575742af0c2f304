import type { Order } from '#commerce/orders/order.ts';
import type { ShownProduct as Product } from '#commerce/products/product-fields.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';

/** Products that are kept for names and for the search of a new order. A larger catalog shows the first ones. */
const maxProducts = 2000;

/** The products of a brand, also inactive ones. */
export function useCatalog(brandId: string): Query<readonly Product[]> {
  return useQuery('selling/catalog', async () => {
    const products: Product[] = [];
    for await (const product of api('GET /api/v1/products', { brand_id: brandId, limit: 100 })) {
      products.push(product);
      if (products.length >= maxProducts) break;
    }
    return products;
  });
}

/** The name of a line as it was sold, else of product and variant; undefined for a product that is not in the catalog. */
export function lineName(
  catalog: ReadonlyMap<string, Product>,
  line: Pick<Order['items'][number], 'product_id' | 'variant_id' | 'sold'>,
): string | undefined {
  const { sold } = line;
  if (sold) return sold.variant_name === undefined ? sold.name : `${sold.name}, ${sold.variant_name}`;
  const product = catalog.get(line.product_id);
  if (!product) return undefined;
  const variant = product.variants?.find(({ id }) => id === line.variant_id);
  return variant ? `${product.name}, ${variant.name}` : product.name;
}

/** Products by id. */
export const byId = (products: readonly Product[] | undefined): ReadonlyMap<string, Product> =>
  new Map((products ?? []).map((product) => [product.id, product]));
