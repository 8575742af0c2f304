import { reportCsv, reportRows } from '#commerce/water/report.ts';
import { monthsBetween } from '#commerce/water/season.ts';
import { getWaterReport } from '#contract/commerce/water-use.ts';
import { found } from '#contract/errors.ts';
import { commerceEndpoint, okList, okText } from '#http/endpoint/commerce-endpoint.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { namedFields } from '#store/commerce/water/water-records.ts';
import { readEntries } from '#store/commerce/water/water-use.ts';

export const handler = commerceEndpoint(getWaterReport, async ({ query, mediaType }) => {
  const { brand_id, from, to, format } = query;
  const { brand } = found(await findBrand(commerceTable, brand_id));
  const months = monthsBetween(from, to, brand.time_zone);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return okList([]);
  const entries = await readEntries(commerceTable, brand_id, { start: first.start, end: last.end });
  const { fields, deleted } = await namedFields(commerceTable, brand_id, entries);
  const rows = reportRows(entries, months, [...fields, ...deleted]);
  const isCsv = format === 'csv' || (format === undefined && mediaType === 'text/csv');
  if (!isCsv) return okList(rows);
  const disposition = `attachment; filename="water-${from}-${to}.csv"`;
  return okText('text/csv', reportCsv(rows), { 'Content-Disposition': disposition });
});
