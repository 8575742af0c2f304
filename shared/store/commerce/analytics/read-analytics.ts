import { wholeOf } from '#commerce/analytics/buckets.ts';
import { Cohorts } from '#commerce/analytics/cohorts.ts';
import { funnelAnalytics } from '#commerce/analytics/funnel.ts';
import { periodJson, periodOf, wholeMonths } from '#commerce/analytics/period.ts';
import { productsAnalytics, type Ranked, rankProducts } from '#commerce/analytics/products.ts';
import { comparedPeriod, customersAnalytics, revenueAnalytics } from '#commerce/analytics/revenue.ts';
import { waterAnalytics } from '#commerce/analytics/water.ts';
import type { Analytics, AnalyticsQuery } from '#contract/commerce/analytics.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import { getItems } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { productKey } from '../commerce-keys.ts';
import { productAttribute, productFrom } from '../products.ts';
import { readCustomerOrders } from './cohorts.ts';
import { readFunnelDays, readOrderDays, readProductDays, readWaterDays } from './stored-figures.ts';

/**
 * The figures of a brand, from stored figures, strongly consistent. The cost grows with the days that have figures; that of
 * cohorts grows with the customers.
 *
 * @throws ApiError figures_too_large
 */
export async function readAnalytics(
  table: Table,
  brand: Brand,
  figures: Analytics['figures'],
  query: AnalyticsQuery,
): Promise<Analytics> {
  const period = periodOf(brand, query);
  const { interval, limit } = query;
  const span = wholeOf(period);
  switch (figures) {
    case 'revenue':
      return revenueAnalytics(
        brand,
        period,
        interval,
        await readOrderDays(table, brand.id, wholeOf(comparedPeriod(period))),
      );
    case 'customers':
      return customersAnalytics(
        brand,
        period,
        interval,
        await readOrderDays(table, brand.id, wholeOf(comparedPeriod(period))),
      );
    case 'cohorts': {
      const months = wholeMonths(period);
      const cohorts = new Cohorts(months);
      await readCustomerOrders(table, brand.id, (customer) => cohorts.add(customer));
      return { figures, ...periodJson(brand, months), cohorts: cohorts.toJson() };
    }
    case 'funnel': {
      const [visits, orders] = await Promise.all([
        readFunnelDays(table, brand.id, span),
        readOrderDays(table, brand.id, span),
      ]);
      return funnelAnalytics(brand, period, interval, { visits, orders });
    }
    case 'products': {
      const ranked = rankProducts(period, await readProductDays(table, brand.id, span));
      const names = await namesOf(table, brand.id, ranked.slice(0, limit));
      return productsAnalytics(brand, period, { ranked, limit, names });
    }
    case 'water': {
      const [water, products] = await Promise.all([
        readWaterDays(table, brand.id, span),
        readProductDays(table, brand.id, span),
      ]);
      return waterAnalytics(brand, period, { interval, limit }, { water, products });
    }
  }
}

async function namesOf(table: Table, brandId: string, ranked: Ranked): Promise<ReadonlyMap<string, string>> {
  const keys = new Map(ranked.map(([id]) => [productKey(brandId, id).sk, id]));
  const found = await getItems(
    table,
    [...keys.values()].map((id) => productKey(brandId, id)),
    ['sk', productAttribute],
  );
  return new Map(
    found.flatMap((item): [string, string][] => {
      const id = keys.get(String(item['sk']));
      return id === undefined ? [] : [[id, productFrom(item).name]];
    }),
  );
}
