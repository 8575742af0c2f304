import { listInvoices } from '#contract/commerce/billing.ts';
import { commerceEndpoint, okPage } from '#http/endpoint/commerce-endpoint.ts';
import { readInvoices } from '#store/commerce/billing/invoices.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';

export const handler = commerceEndpoint(listInvoices, async ({ query }) => {
  const { data, nextCursor } = await readInvoices(commerceTable, query);
  return okPage(data, nextCursor);
});
