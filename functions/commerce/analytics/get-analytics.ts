import { analyticsCsv } from '#commerce/analytics/analytics-csv.ts';
import { getAnalytics } from '#commerce/reports/contract.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, ok, okText } from '#http/endpoint/commerce-endpoint.ts';
import { readAnalytics } from '#store/commerce/analytics/read-analytics.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(getAnalytics, async ({ parameters, query, mediaType }) => {
  const { brand } = found(await findBrand(commerceTable, query.brand_id));
  const analytics = await readAnalytics(commerceTable, brand, parameters.figures, query);
  const isCsv = query.format === undefined ? mediaType === 'text/csv' : query.format === 'csv';
  return isCsv ? okText('text/csv', analyticsCsv(analytics)) : ok(analytics);
});
