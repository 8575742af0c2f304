import type { ItemKey, KeyPrefix } from '../dynamodb/items.ts';

/**
 * Keys of every entity in the commerce table, and its index. Nothing outside this file builds or parses a key.
 *
 * | entity              | pk                        | sk                          | gsi1pk, gsi1sk                    |
 * |---------------------|---------------------------|-----------------------------|-----------------------------------|
 * | brand               | BRAND#brand               | BRAND                       |                                   |
 * | membership          | MEMBER#subject            | BRAND#brand                 |                                   |
 * | api key, by secret  | APIKEY#sha256             | APIKEY                      |                                   |
 * | api key, by id      | APIKEYS#brand             | APIKEY#id                   |                                   |
 * | product             | BRAND#brand               | PRODUCT#id                  |                                   |
 * | catalog version     | BRAND#brand               | CATALOGUE                   |                                   |
 * | order               | BRAND#brand               | ORDER#id                    | BRAND#brand#ORDER#status, id      |
 * | customer            | BRAND#brand               | CUSTOMER#sha256             |                                   |
 * | campaign            | BRAND#brand               | CAMPAIGN#id                 |                                   |
 * | water log           | BRAND#brand               | WATER#logged_at#id          |                                   |
 * | water log, by id    | BRAND#brand               | WATERID#id                  |                                   |
 * | referral code       | BRAND#brand               | REFCODE#code                |                                   |
 * | redemption          | BRAND#brand               | REDEMPTION#code#sha256      |                                   |
 * | figures of a day    | ROLLUP#brand#TOTAL        | day#shard                   |                                   |
 * | figures of products | ROLLUP#brand#PRODUCT#month| day#product#shard           |                                   |
 * | figures of an order | ROLLUP#brand#PRODUCT#month| day#order#id                |                                   |
 * | activity            | ACTIVITY#brand            | id                          | ACTIVITY#brand#event, id          |
 *
 * API keys and memberships have separate partitions, because an IAM policy can protect a partition but not a part of one
 * (shared/contract/partitions.ts). Keys of earlier versions are listed under BRAND#brand.
 *
 * Ids are UUIDs of version 7, so a range of time is a range of ids. Every read is strongly consistent, except by gsi1. Rate
 * windows (RATE#) and idempotency records (IDEMPOTENCY#) have their keys in shared/store/requests.
 */

const inBrand = (brandId: string, sk: string): ItemKey => ({ pk: `BRAND#${brandId}`, sk });
const partOfBrand = (brandId: string, prefix: string): KeyPrefix => ({ pk: `BRAND#${brandId}`, prefix });

export const brandKey = (brandId: string): ItemKey => inBrand(brandId, 'BRAND');

export const membershipKey = (subject: string, brandId: string): ItemKey => ({
  pk: `MEMBER#${subject}`,
  sk: `BRAND#${brandId}`,
});
export const membershipsOf = (subject: string): KeyPrefix => ({ pk: `MEMBER#${subject}`, prefix: 'BRAND#' });

export const secretKey = (secretHash: string): ItemKey => ({ pk: `APIKEY#${secretHash}`, sk: 'APIKEY' });
export const apiKeyKey = (brandId: string, id: string): ItemKey => ({
  pk: apiKeysOf(brandId).pk,
  sk: `APIKEY#${id}`,
});
export const apiKeysOf = (brandId: string): KeyPrefix => ({ pk: `APIKEYS#${brandId}`, prefix: 'APIKEY#' });
/** Key of an API key of an earlier version. */
export const earlierApiKeyKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `APIKEY#${id}`);
export const earlierApiKeysOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'APIKEY#');

export const productKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `PRODUCT#${id}`);
export const productsOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'PRODUCT#');
export const catalogVersionKey = (brandId: string): ItemKey => inBrand(brandId, 'CATALOGUE');

export const orderKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `ORDER#${id}`);
export const ordersOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'ORDER#');
export const orderStatusKeys = (brandId: string, status: string, id: string) => ({
  gsi1pk: orderStatusPartition(brandId, status),
  gsi1sk: id,
});
export const orderStatusPartition = (brandId: string, status: string) => `BRAND#${brandId}#ORDER#${status}`;

export const customerKey = (brandId: string, emailHash: string): ItemKey =>
  inBrand(brandId, `CUSTOMER#${emailHash}`);

export const campaignKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `CAMPAIGN#${id}`);
export const campaignsOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'CAMPAIGN#');

export const waterLogKey = (brandId: string, loggedAt: string, id: string): ItemKey =>
  inBrand(brandId, `WATER#${loggedAt}#${id}`);
export const waterLogsOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'WATER#');
export const waterLogIdKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `WATERID#${id}`);

/** `code` in its canonical form. */
export const referralCodeKey = (brandId: string, code: string): ItemKey =>
  inBrand(brandId, `REFCODE#${code}`);
export const referralCodesOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'REFCODE#');
export const redemptionKey = (brandId: string, code: string, emailHash: string): ItemKey =>
  inBrand(brandId, `REDEMPTION#${code}#${emailHash}`);

/** `day` is `YYYY-MM-DD`. */
export const dayFiguresKey = (brandId: string, day: string, shard: number): ItemKey => ({
  pk: dayFiguresPartition(brandId),
  sk: `${day}#${shard}`,
});
export const dayFiguresPartition = (brandId: string) => `ROLLUP#${brandId}#TOTAL`;
export const dayFromKey = ({ sk }: ItemKey): string => sk.slice(0, 'YYYY-MM-DD'.length);

export const productFiguresKey = (
  brandId: string,
  day: string,
  productId: string,
  shard: number,
): ItemKey => ({ pk: productFiguresPartition(brandId, day), sk: `${day}#${productId}#${shard}` });
export const orderFiguresKey = (brandId: string, day: string, orderId: string): ItemKey => ({
  pk: productFiguresPartition(brandId, day),
  sk: `${day}#order#${orderId}`,
});
/** The partition of the month of the day. */
export const productFiguresPartition = (brandId: string, day: string) =>
  `ROLLUP#${brandId}#PRODUCT#${day.slice(0, 'YYYY-MM'.length)}`;

export const activityKey = (brandId: string, id: string): ItemKey => ({ pk: `ACTIVITY#${brandId}`, sk: id });
export const activityOf = (brandId: string): KeyPrefix => ({ pk: `ACTIVITY#${brandId}`, prefix: '' });
export const activityEventKeys = (brandId: string, event: string, id: string) => ({
  gsi1pk: activityEventPartition(brandId, event),
  gsi1sk: id,
});
export const activityEventPartition = (brandId: string, event: string) => `ACTIVITY#${brandId}#${event}`;

/** Beginning of the least UUID of version 7 of this time (RFC 9562 section 5.7). */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
