import type { ShownProduct as Product } from '#contract/commerce/products.ts';
import type { StockLevel } from '#contract/commerce/stock.ts';
import { api } from '#web/api/api.ts';
import { type Pages, usePages } from '#web/data/query.ts';
import { runsOut } from './stock-levels.ts';

/** Filters of the list of products. */
export const productFilters = ['all', 'active', 'inactive', 'low'] as const;
export type ProductFilter = (typeof productFilters)[number];

const pageSize = 100;

/** The products that match, by name. The service cannot filter by stock, so products that run out are read by id. */
export function useProductList(
  brandId: string,
  filter: ProductFilter,
  search: string,
  levels: readonly StockLevel[] | undefined,
): Pages<Product> {
  const low = filter === 'low' ? lowProductIds(levels) : undefined;
  const key = low
    ? levels && `products?low=${low.join(',')}&search=${search}`
    : `products?filter=${filter}&search=${search}`;
  return usePages(key, async (cursor) => {
    if (low)
      return {
        data: named(await Promise.all(low.map((id) => api('GET /api/v1/products/{id}', { id }))), search),
      };
    const { data, pagination } = await api('GET /api/v1/products', {
      brand_id: brandId,
      limit: pageSize,
      offset: cursor === undefined ? 0 : Number(cursor),
      search: search || undefined,
      is_active: filter === 'all' ? undefined : String(filter === 'active'),
    });
    const hasMore = pagination.count === pageSize;
    return { data, next_cursor: hasMore ? String(pagination.offset + pagination.count) : null };
  });
}

/** Products of which a tracked level has reached its warning level. */
export const lowProductIds = (levels: readonly StockLevel[] | undefined): readonly string[] => [
  ...new Set(
    (levels ?? [])
      .filter((level) => level.mode === 'tracked' && runsOut(level))
      .map(({ product_id }) => product_id),
  ),
];

const named = (products: readonly Product[], search: string): readonly Product[] =>
  products
    .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
    .sort((one, other) => one.name.localeCompare(other.name));
