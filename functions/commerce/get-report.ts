import { makeReport } from '#commerce/report.ts';
import { getReport } from '#contract/commerce/reports.ts';
import { endpoint, ok } from '#http/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { readFigures } from '#store/commerce/reports.ts';

export const handler = endpoint(getReport, async ({ query }) =>
  ok(makeReport(query, await readFigures(commerceTable, query))),
);
