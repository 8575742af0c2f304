import type { ItemKey, KeyPrefix } from '../dynamodb/items.ts';
import { encodedText } from '../records/key-pattern.ts';

/*
 * Keys of records whose capabilities have no room yet. places.ts declares all of them.
 *
 * Ids are UUIDs of version 7, so a range of time is a range of ids. Every read is strongly consistent, except by an index.
 */

export const brandKey = (brandId: string): ItemKey => ({ pk: `BRAND#${brandId}`, sk: 'BRAND' });

/** Functions for the keys in one partition of a brand. */
const partition = (word: string) => ({
  key: (brandId: string, sk: string): ItemKey => ({ pk: `${word}#${brandId}`, sk }),
  part: (brandId: string, prefix: string): KeyPrefix => ({ pk: `${word}#${brandId}`, prefix }),
});
export const inProducts = partition('PRODUCTS');
const inWaterLogs = partition('WATERLOGS');

export const membershipKey = (subject: string, brandId: string): ItemKey => ({
  pk: `MEMBER#${encodedText(subject)}`,
  sk: `BRAND#${brandId}`,
});
export const membershipsOf = (subject: string): KeyPrefix => ({
  pk: `MEMBER#${encodedText(subject)}`,
  prefix: 'BRAND#',
});

export const memberKey = (brandId: string, id: string): ItemKey => ({
  pk: membersOf(brandId).pk,
  sk: `MEMBER#${id}`,
});
export const membersOf = (brandId: string): KeyPrefix => ({ pk: `MEMBERS#${brandId}`, prefix: 'MEMBER#' });
/** Leads from a person to the record in the list of members. */
export const memberSubjectKey = (brandId: string, subject: string): ItemKey => ({
  pk: membersOf(brandId).pk,
  sk: `SUBJECT#${encodedText(subject)}`,
});
export const memberCountsKey = (brandId: string): ItemKey => ({ pk: membersOf(brandId).pk, sk: 'COUNTS' });

export const invitationKey = (brandId: string, id: string): ItemKey => ({
  pk: invitationsOf(brandId).pk,
  sk: id,
});
export const invitationsOf = (brandId: string): KeyPrefix => ({ pk: `INVITATIONS#${brandId}`, prefix: '' });
export const invitationTokenKey = (tokenHash: string): ItemKey => ({
  pk: `INVITATION#${tokenHash}`,
  sk: 'INVITATION',
});

export const keyUseKey = (brandId: string, id: string): ItemKey => ({ pk: `KEYUSE#${brandId}`, sk: id });

export const secretKey = (secretHash: string): ItemKey => ({ pk: `APIKEY#${secretHash}`, sk: 'APIKEY' });
export const secretsPartition = (brandId: string) => `APIKEYS#${brandId}#SECRETS`;
export const apiKeyKey = (brandId: string, id: string): ItemKey => ({
  pk: apiKeysOf(brandId).pk,
  sk: `APIKEY#${id}`,
});
export const apiKeysOf = (brandId: string): KeyPrefix => ({ pk: `APIKEYS#${brandId}`, prefix: 'APIKEY#' });

export const productKey = (brandId: string, id: string): ItemKey => inProducts.key(brandId, `PRODUCT#${id}`);
export const productsOf = (brandId: string): KeyPrefix => inProducts.part(brandId, 'PRODUCT#');
/** `code` in its canonical form. */
export const skuKey = (brandId: string, code: string): ItemKey =>
  inProducts.key(brandId, `SKU#${encodedText(code)}`);
export const catalogVersionKey = (brandId: string): ItemKey => inProducts.key(brandId, 'CATALOG');

export const waterLogKey = (brandId: string, loggedAt: string, id: string): ItemKey =>
  inWaterLogs.key(brandId, `WATER#${loggedAt}#${id}`);
export const waterLogsOf = (brandId: string): KeyPrefix => inWaterLogs.part(brandId, 'WATER#');
export const waterLogIdKey = (brandId: string, id: string): ItemKey =>
  inWaterLogs.key(brandId, `WATERID#${id}`);
export const waterLogIdsOf = (brandId: string): KeyPrefix => inWaterLogs.part(brandId, 'WATERID#');

/** Beginning of the least UUID of version 7 of this time (RFC 9562 section 5.7). */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
