import type { StockLevel } from '#commerce/stock/contract.ts';
import { api } from '#web/api/api.ts';
import { type Query, useQuery } from '#web/data/query.ts';

/** Levels of a product: of the product as a whole and of its variants. */
export type ProductLevels = readonly StockLevel[];

/** The stock of all products of a brand, by product id. */
export function useStockLevels(brandId: string): Query<readonly StockLevel[]> {
  return useQuery('products/stock', async () => {
    const levels: StockLevel[] = [];
    for await (const level of api('GET /api/v1/stock', { brand_id: brandId, limit: 200 })) levels.push(level);
    return levels;
  });
}

/** Groups levels by product. */
export function levelsByProduct(levels: readonly StockLevel[]): ReadonlyMap<string, ProductLevels> {
  return Map.groupBy(levels, ({ product_id }) => product_id);
}

/** The tracked levels of a product. */
export const trackedLevels = (levels: ProductLevels | undefined): ProductLevels =>
  (levels ?? []).filter(({ mode }) => mode === 'tracked');

/** Whether a tracked level has reached its warning level or nothing is left. */
export const runsOut = ({ available, low_stock_at }: StockLevel): boolean => available <= (low_stock_at ?? 0);
