import { emailHash } from '#commerce/customer.ts';
import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

/** Keys of the records beside an order. commerce-keys.ts lists them. */
const inBrand = (brandId: string, sk: string): ItemKey => ({ pk: `BRAND#${brandId}`, sk });
const partOfBrand = (brandId: string, prefix: string): KeyPrefix => ({ pk: `BRAND#${brandId}`, prefix });

export const orderRowKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `ORDERROW#${id}`);
export const orderRowsOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'ORDERROW#');
/** The second row of an order, only for orders with a stop. */
export const orderStopRowKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `ORDERSTOP#${id}`);

export const orderTotalPartition = (brandId: string) => `BRAND#${brandId}#ORDERTOTAL`;
export const orderTotalSort = (totalCents: number, id: string) =>
  `${String(totalCents).padStart(20, '0')}#${id}`;
export const orderCustomerPartition = (brandId: string, email: string) =>
  `BRAND#${brandId}#ORDERCUSTOMER#${emailHash(email)}`;
export const orderStopPartition = (brandId: string, stopId: string) => `BRAND#${brandId}#ORDERSTOP#${stopId}`;

export const orderChangeKey = (brandId: string, orderId: string, version: number): ItemKey =>
  inBrand(brandId, `ORDERLOG#${orderId}#${String(version).padStart(10, '0')}`);
export const orderChangesOf = (brandId: string, orderId: string): KeyPrefix =>
  partOfBrand(brandId, `ORDERLOG#${orderId}#`);

export const orderPaymentKey = (brandId: string, orderId: string, id: string): ItemKey =>
  inBrand(brandId, `ORDERPAY#${orderId}#${id}`);
export const orderPaymentsOf = (brandId: string, orderId: string): KeyPrefix =>
  partOfBrand(brandId, `ORDERPAY#${orderId}#`);

export const orderSettingsKey = (brandId: string): ItemKey => inBrand(brandId, 'ORDERSETTINGS');
