import { makeReport } from '#commerce/report.ts';
import { getReport } from '#commerce/reports/contract.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readReportFigures } from '#store/commerce/reports.ts';

export const handler = commerceEndpoint(getReport, async ({ query }) => {
  const timeZone = (await findBrand(commerceTable, query.brand_id))?.brand.time_zone ?? 'UTC';
  return ok(makeReport(query, await readReportFigures(commerceTable, query, timeZone), timeZone));
});
