import { brands } from '#commerce/brands/records.ts';
import { productNames } from '#commerce/products/records.ts';
import { analyticsCsv, isCrawler } from '#commerce/reports/analytics.ts';
import { readAnalytics, readReportFigures } from '#commerce/reports/analytics-records.ts';
import type * as declared from '#commerce/reports/contract.ts';
import { activities, countedVisits } from '#commerce/reports/records.ts';
import { makeReport, withNames } from '#commerce/reports/report.ts';
import { found } from '#contract/errors.ts';
import { type Call, change } from '#http/endpoint/operation.ts';
import { ok, okAccepted, okPage, okText } from '#http/reply/replies.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export async function getReport({ query }: Call<typeof declared.getReport>) {
  const timeZone = (await brands.find({ brand_id: query.brand_id }))?.time_zone ?? 'UTC';
  const report = makeReport(query, await readReportFigures(commerceTable, query, timeZone), timeZone);
  if (report.report_type !== 'products') return ok(report);
  const ids = report.products.map(({ product_id }) => product_id);
  return ok(withNames(report, await productNames(query.brand_id, ids)));
}

export async function getAnalytics({ parameters, query, mediaType }: Call<typeof declared.getAnalytics>) {
  const brand = found(await brands.find({ brand_id: query.brand_id }));
  const analytics = await readAnalytics(commerceTable, brand, parameters.figures, query);
  const isCsv = query.format === undefined ? mediaType === 'text/csv' : query.format === 'csv';
  return isCsv ? okText('text/csv', analyticsCsv(analytics)) : ok(analytics);
}

/** Activity of one event comes from the index, which may lag by a moment. */
export async function listActivity({ query }: Call<typeof declared.listActivity>) {
  const { brand_id, event, ...page } = query;
  const options = { ...page, newestFirst: true };
  const { data, nextCursor } =
    event === undefined
      ? await activities.page({ brand_id }, options)
      : await activities.pageBy('gsi1', { brand_id, event }, options);
  return okPage(data, nextCursor);
}

export async function recordVisits({ body, now, userAgent }: Call<typeof declared.recordVisits>) {
  found(await brands.find({ brand_id: body.brand_id }));
  if (isCrawler(userAgent)) return okAccepted({ counted: 0 });
  const { counted, writes } = await countedVisits(commerceTable, body, now);
  return change(okAccepted({ counted }), ...writes);
}
