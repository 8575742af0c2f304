import type { Analytics } from '#commerce/reports/contract.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import type { ProductCounter } from '../order-figures.ts';
import { type Period, wholeOf } from './buckets.ts';
import { type DayFigures, sumByBucket, type Totals } from './day-figures.ts';
import { amount, count, ratio } from './exact-numbers.ts';
import { periodJson } from './period.ts';

export const soldCounters = ['quantity', 'cents', 'order_count'] as const satisfies readonly ProductCounter[];

/** Stored figures of one product. */
export interface ProductDay extends DayFigures<ProductCounter> {
  readonly product_id: string;
}

export type Ranked = readonly (readonly [string, Totals<ProductCounter>])[];

/** Products with sales in the period, by revenue. */
export function rankProducts(period: Period, days: Iterable<ProductDay>): Ranked {
  const buckets = [wholeOf(period)];
  const byProduct = new Map<string, ProductDay[]>();
  for (const day of days) {
    const known = byProduct.get(day.product_id);
    if (known) known.push(day);
    else byProduct.set(day.product_id, [day]);
  }
  return [...byProduct]
    .flatMap(([id, ofProduct]): [string, Totals<ProductCounter>][] => {
      const [sum] = sumByBucket(buckets, ofProduct, soldCounters);
      return sum && sum.order_count > 0n ? [[id, sum]] : [];
    })
    .sort(([idA, a], [idB, b]) => (a.cents === b.cents ? (idA < idB ? -1 : 1) : a.cents > b.cents ? -1 : 1));
}

export function productsAnalytics(
  brand: Pick<Brand, 'id' | 'time_zone' | 'currency'>,
  period: Period,
  { ranked, limit, names }: { ranked: Ranked; limit: number; names: ReadonlyMap<string, string> },
): Extract<Analytics, { figures: 'products' }> {
  const all = totalsOf(ranked);
  return {
    figures: 'products',
    ...periodJson(brand, period),
    ...inJson(all),
    products: ranked.slice(0, limit).map(([product_id, sum]) => {
      const name = names.get(product_id);
      return {
        product_id,
        ...(name !== undefined && { name }),
        quantity: count(sum.quantity),
        revenue: amount(sum.cents),
        order_count: count(sum.order_count),
        revenue_share: ratio(sum.cents, all.cents),
      };
    }),
    others: inJson(totalsOf(ranked.slice(limit))),
  };
}

const totalsOf = (ranked: Ranked) => ({
  product_count: ranked.length,
  quantity: ranked.reduce((sum, [, { quantity }]) => sum + quantity, 0n),
  cents: ranked.reduce((sum, [, { cents }]) => sum + cents, 0n),
});

const inJson = ({ product_count, quantity, cents }: ReturnType<typeof totalsOf>) => ({
  product_count,
  quantity: count(quantity),
  revenue: amount(cents),
});
