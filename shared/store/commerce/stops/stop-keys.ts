import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

const brandPartition = (brandId: string) => `BRAND#${brandId}`;

export const stopKey = (brandId: string, id: string): ItemKey => ({
  pk: brandPartition(brandId),
  sk: `STOP#${id}`,
});
export const stopsOf = (brandId: string): KeyPrefix => ({ pk: brandPartition(brandId), prefix: 'STOP#' });

const countPrefix = 'PICKUPCOUNT#';
export const pickupCountKey = (brandId: string, stopId: string, date: string): ItemKey => ({
  pk: brandPartition(brandId),
  sk: `${countPrefix}${stopId}#${date}`,
});
export const isPickupCount = (sk: unknown): boolean => typeof sk === 'string' && sk.startsWith(countPrefix);

/** Orders without a stop. */
const noStop = '-';

/** Keys of an order in the index of pickup days. */
export const pickupDayKeys = (
  brandId: string,
  date: string,
  stopId: string | undefined,
  orderId: string,
) => ({
  gsi2pk: pickupDayPartition(brandId, date),
  gsi2sk: `${stopId ?? noStop}#${orderId}`,
});
export const pickupDayPartition = (brandId: string, date: string) => `PICKUP#${brandId}#${date}`;
