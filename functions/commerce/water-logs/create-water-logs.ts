import { createWaterLogs } from '#contract/commerce/water-logs.ts';
import { commerceEndpoint, ok } from '#http/endpoint/commerce-endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { storeBatch } from '#store/commerce/water/batch.ts';

export const handler = commerceEndpoint(createWaterLogs, async ({ body: { brand_id, items }, now }) =>
  ok(await storeBatch(commerceTable, brand_id, items, now)),
);
