import { emailHash } from '#commerce/customer.ts';
import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';
import { inOrders } from '../commerce-keys.ts';

/** Keys of the records beside an order. */
export const orderRowKey = (brandId: string, id: string): ItemKey => inOrders.key(brandId, `ORDERROW#${id}`);
export const orderRowsOf = (brandId: string): KeyPrefix => inOrders.part(brandId, 'ORDERROW#');
/** The second row of an order, only for orders with a stop. */
export const orderStopRowKey = (brandId: string, id: string): ItemKey =>
  inOrders.key(brandId, `ORDERSTOP#${id}`);

export const orderTotalPartition = (brandId: string) => `ORDERS#${brandId}#TOTAL`;
export const orderTotalSort = (totalCents: number, id: string) =>
  `${String(totalCents).padStart(20, '0')}#${id}`;
export const orderCustomerPartition = (brandId: string, email: string) =>
  `ORDERS#${brandId}#CUSTOMER#${emailHash(email)}`;
export const orderStopPartition = (brandId: string, stopId: string) => `ORDERS#${brandId}#STOP#${stopId}`;

export const orderChangeKey = (brandId: string, orderId: string, version: number): ItemKey =>
  inOrders.key(brandId, `ORDERLOG#${orderId}#${String(version).padStart(10, '0')}`);
export const orderChangesOf = (brandId: string, orderId: string): KeyPrefix =>
  inOrders.part(brandId, `ORDERLOG#${orderId}#`);

export const orderPaymentKey = (brandId: string, orderId: string, id: string): ItemKey =>
  inOrders.key(brandId, `ORDERPAY#${orderId}#${id}`);
export const orderPaymentsOf = (brandId: string, orderId: string): KeyPrefix =>
  inOrders.part(brandId, `ORDERPAY#${orderId}#`);

export const orderSettingsKey = (brandId: string): ItemKey => inOrders.key(brandId, 'ORDERSETTINGS');
