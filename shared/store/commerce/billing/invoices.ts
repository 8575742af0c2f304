import { type InvoiceRecord, invoiceOf } from '#commerce/billing/invoice.ts';
import type { ProviderInvoice } from '#commerce/billing/provider.ts';
import type { Invoice } from '#contract/commerce/billing-records.ts';
import { found } from '#contract/errors.ts';
import { getRecord, itemOf, recordOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { invoiceKey, invoicesOf } from './billing-keys.ts';

export const findInvoice = (
  table: Table,
  brandId: string,
  { created, id }: Pick<ProviderInvoice, 'created' | 'id'>,
): Promise<InvoiceRecord | undefined> => getRecord<InvoiceRecord>(table, invoiceKey(brandId, created, id));

/** The action that stores an invoice. Drafts are not stored, because the provider may still change them. */
export const invoiceAction = (brandId: string, invoice: InvoiceRecord): TransactAction => ({
  Put: { Item: itemOf(invoiceKey(brandId, invoice.details.created, invoice.id), invoice) },
});

/** Invoices of a brand, newest first. */
export const readInvoices = (
  table: Table,
  { brand_id, limit, cursor }: PageRequest & { readonly brand_id: string },
): Promise<StoredPage<Invoice>> =>
  queryPage(
    table,
    {
      list: ['invoices', brand_id],
      limit,
      cursor,
      range: { ...invoicesOf(brand_id), newestFirst: true },
    },
    (item) => found(invoiceOf(brand_id, recordOf<InvoiceRecord>(item))),
  );
