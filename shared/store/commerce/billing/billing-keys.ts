import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

const ofBrand = (brandId: string, sk: string): ItemKey => ({ pk: `BILLING#${brandId}`, sk });

export const accountKey = (brandId: string): ItemKey => ofBrand(brandId, 'ACCOUNT');

/** Ids of invoices do not sort by time, so the key begins with the time. */
export const invoiceKey = (brandId: string, created: string, id: string): ItemKey =>
  ofBrand(brandId, `INVOICE#${created}#${id}`);
export const invoicesOf = (brandId: string): KeyPrefix => ({ pk: `BILLING#${brandId}`, prefix: 'INVOICE#' });

/** @param holder a brand's id, or `PERSON#subject` */
export const useKey = (holder: string, name: string): ItemKey => ofBrand(holder, `USE#${name}`);

export const customerKey = (customerId: string): ItemKey => ({
  pk: `BILLINGCUSTOMER#${customerId}`,
  sk: 'CUSTOMER',
});

export const providerEventKey = (eventId: string): ItemKey => ({
  pk: `BILLINGEVENT#${eventId}`,
  sk: 'EVENT',
});

/** Customers and events of a brand, in the index, because their keys do not name the brand. */
export const linksPartition = (brandId: string): string => `BILLING#${brandId}#LINKS`;
