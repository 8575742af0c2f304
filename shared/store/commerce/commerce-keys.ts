import type { ItemKey, KeyPrefix } from '../dynamodb/items.ts';

/**
 * Keys of every entity in the commerce table, and its index. Nothing outside this file builds or parses a key.
 *
 * | entity              | pk                        | sk                          | gsi1pk, gsi1sk                    |
 * |---------------------|---------------------------|-----------------------------|-----------------------------------|
 * | brand               | BRAND#brand               | BRAND                       |                                   |
 * | membership          | MEMBER#subject            | BRAND#brand                 |                                   |
 * | member of a brand   | MEMBERS#brand             | MEMBER#id                   |                                   |
 * | member, by subject  | MEMBERS#brand             | SUBJECT#subject             |                                   |
 * | counts of members   | MEMBERS#brand             | COUNTS                      |                                   |
 * | invitation          | INVITATIONS#brand         | id                          |                                   |
 * | invitation, by token| INVITATION#sha256         | INVITATION                  |                                   |
 * | use of an api key   | KEYUSE#brand              | id                          |                                   |
 * | api key, by secret  | APIKEY#sha256             | APIKEY                      | APIKEYS#brand#SECRETS, sha256     |
 * | api key, by id      | APIKEYS#brand             | APIKEY#id                   |                                   |
 * | product             | BRAND#brand               | PRODUCT#id                  |                                   |
 * | images of a product | BRAND#brand               | IMAGES#product              |                                   |
 * | SKU                 | BRAND#brand               | SKU#code                    |                                   |
 * | product import      | BRAND#brand               | IMPORT#id                   |                                   |
 * | bad line            | BRAND#brand               | IMPORTFAULT#id#line         |                                   |
 * | catalog version     | BRAND#brand               | CATALOG                     |                                   |
 * | order               | BRAND#brand               | ORDER#id                    | BRAND#brand#ORDER#status, id      |
 * | stop                | STOPS#brand               | STOP#id                     |                                   |
 * | orders of a day     | STOPS#brand               | COUNT#stop#date             |                                   |
 * | order of a day      |                           |                             | gsi2: PICKUP#brand#date, stop#id  |
 * | customer            | BRAND#brand               | CUSTOMER#sha256             |                                   |
 * | campaign            | BRAND#brand               | CAMPAIGN#id                 |                                   |
 * | water log           | BRAND#brand               | WATER#logged_at#id          |                                   |
 * | water log, by id    | BRAND#brand               | WATERID#id                  |                                   |
 * | referral code       | BRAND#brand               | REFCODE#code                |                                   |
 * | redemption          | BRAND#brand               | REDEMPTION#code#sha256      |                                   |
 * | referral settings   | REFERRAL#brand            | SETTINGS                    |                                   |
 * | customer with code  | REFERRAL#brand            | PERSON#sha256               |                                   |
 * | referred customer   | REFERRAL#brand            | REFERRED#sha256             |                                   |
 * | credit of an order  | REFERRAL#brand            | CREDIT#order                |                                   |
 * | referral link       | REFLINK#id                | LINK                        | REFLINKS#brand, code#channel      |
 * | visitor of a link   | REFLINK#id                | SEEN#day#sha256             |                                   |
 * | key of links        | LINKKEY#links             | KEY                         |                                   |
 * | salt of visitors    | LINKKEY#visitors          | day                         |                                   |
 * | reward              | REWARDS#brand#customer    | id                          | REWARDS#brand, id                 |
 * | referral credit     | CREDIT#brand#customer     | ACCOUNT                     |                                   |
 * | change of credit    | CREDIT#brand#customer     | ENTRY#id                    |                                   |
 * | leaderboard entry   | REFBOARD#brand#period     | customer                    | REFBOARD#brand#period, score      |
 * | figures of a day    | ROLLUP#brand#TOTAL        | day#shard                   |                                   |
 * | figures of products | ROLLUP#brand#PRODUCT#month| day#product#shard           |                                   |
 * | figures of an order | ROLLUP#brand#PRODUCT#month| day#order#id                |                                   |
 * | figures of visits   | ROLLUP#brand#FUNNEL       | day#shard                   |                                   |
 * | figures of water    | ROLLUP#brand#WATER#month  | day#field#shard             |                                   |
 * | orders of customers | ROLLUP#brand#CUSTOMER#hex | sha256                      |                                   |
 * | session of a shop   | VISIT#brand#session       | SESSION, EVENT#id           |                                   |
 * | order, searched     | BRAND#brand               | ORDERROW#id                 | BRAND#brand#ORDERTOTAL, cents#id; |
 * |                     |                           |                             | gsi2: …#ORDERCUSTOMER#sha256, id  |
 * | order, by stop      | BRAND#brand               | ORDERSTOP#id                | gsi2: …#ORDERSTOP#stop, id        |
 * | change of an order  | BRAND#brand               | ORDERLOG#order#version      |                                   |
 * | payment or refund   | BRAND#brand               | ORDERPAY#order#id           |                                   |
 * | settings of orders  | BRAND#brand               | ORDERSETTINGS               |                                   |
 * | promo code          | PROMO#brand               | CODE#id                     |                                   |
 * | uses of a promo code| PROMO#brand               | USE#id#created_at#customer  |                                   |
 * | stock level         | STOCK#brand               | product#PRODUCT, product#VARIANT#variant |                                   |
 * | stock adjustment    | STOCKLOG#brand#product    | id                          |                                   |
 * | activity            | ACTIVITY#brand            | id                          | ACTIVITY#brand#event, id          |
 * | outbox              | OUTBOX#shard              | id of the operation         |                                   |
 * | webhook endpoint    | WEBHOOKS#brand            | ENDPOINT#id                 |                                   |
 * | deleted endpoint    | WEBHOOKS#brand            | GONE#id                     |                                   |
 * | number of endpoints | WEBHOOKS#brand            | COUNT                       |                                   |
 * | webhook secrets     | WEBHOOKSECRET#endpoint    | SECRETS                     |                                   |
 * | webhook delivery    | WEBHOOKLOG#endpoint       | id of the event             | WEBHOOKLOG#endpoint#status, id    |
 * | webhook to send     | WEBHOOKDUE#endpoint       | time#id of the event        |                                   |
 * | state of onboarding | ONBOARDING#brand          | FACTS or PERSON#person      |                                   |
 * | inbox of a person   | INBOXES#brand             | PERSON#person               |                                   |
 * | notification        | INBOX#brand#person        | NOTICE#id                   |                                   |
 * | changelog marker    | PERSON#person             | CHANGELOG                   |                                   |
 * | field               | FARM#brand                | FIELD#id                    |                                   |
 * | meter               | FARM#brand                | METER#id                    |                                   |
 * | number of those     | FARM#brand                | COUNT#FIELD or COUNT#METER  |                                   |
 * | meter reading       | FARM#brand                | READING#meter#read_at#id    |                                   |
 * | reading, by id      | FARM#brand                | READINGID#meter#id          |                                   |
 * | metered water       | FARM#brand                | USE#read_at#id of reading   |                                   |
 * | change of water log | FARM#brand                | HISTORY#id#version          |                                   |
 * | water settings      | FARM#brand                | SETTINGS                    |                                   |
 * | messaging settings  | BRAND#brand               | MESSAGING                   |                                   |
 * | run of a campaign   | CAMPAIGNRUN#campaign      | RUN                         |                                   |
 * | batch of a campaign | CAMPAIGNRUN#campaign      | BATCH#number                |                                   |
 * | address of a campaign | CAMPAIGNRUN#campaign    | ADDRESS#id                  |                                   |
 * | recipient           | RECIPIENTS#campaign       | contact                     | RECIPIENTS#campaign#state, contact|
 * | message             | MESSAGES#brand            | id                          |                                   |
 * | brands of a phone   | SMSTHREAD#sha256          | brand                       | SMSTHREADS#brand, sha256          |
 * | billing account     | BILLING#brand             | ACCOUNT                     |                                   |
 * | invoice             | BILLING#brand             | INVOICE#created#id          |                                   |
 * | use of entitlement  | BILLING#brand             | USE#name, USE#name#month    |                                   |
 * | brands of a person  | BILLING#PERSON#subject    | USE#brands                  |                                   |
 * | billing customer    | BILLINGCUSTOMER#id        | CUSTOMER                    | BILLING#brand#LINKS, id           |
 * | provider's event    | BILLINGEVENT#id           | EVENT                       | BILLING#brand#LINKS, id           |
 * | due work            | WORK#kind#key             | WORK                        | gsi2: WORK#shard, due             |
 * | contact             | CONTACTS#brand            | CONTACT#id                  | CONTACTS#brand#EMAIL, email#id    |
 * |                     |                           |                             | gsi2: CONTACTS#brand#PHONE, …     |
 * | merged contact      | CONTACTS#brand            | MERGED#id                   |                                   |
 * | contact, by address | CONTACTS#brand            | ADDRESS#id of the address   |                                   |
 * | history of a contact| CONTACTLOG#brand#contact  | id                          |                                   |
 * | suppression         | SUPPRESSED#brand          | id of the address           |                                   |
 * | segment             | SEGMENTS#brand            | id                          |                                   |
 * | contact import      | CONTACTIMPORT#brand       | IMPORT#id                   |                                   |
 * | text of an import   | CONTACTIMPORT#brand       | TEXT#id                     |                                   |
 * | erasure             | ERASURE#brand             | id                          |                                   |
 * | export              | EXPORTS#brand             | EXPORT#id                   |                                   |
 * | running export      | EXPORTS#brand             | RUNNING                     |                                   |
 * | progress of export  | EXPORTS#brand             | PROGRESS#id                 |                                   |
 *
 * Rooms with many keys build theirs in their own file, such as work/work-keys.ts. This table lists all of them.
 *
 * API keys and memberships have separate partitions, because an IAM policy can protect a partition but not a part of one
 * (shared/contract/partitions.ts).
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

export const memberKey = (brandId: string, id: string): ItemKey => ({
  pk: membersOf(brandId).pk,
  sk: `MEMBER#${id}`,
});
export const membersOf = (brandId: string): KeyPrefix => ({ pk: `MEMBERS#${brandId}`, prefix: 'MEMBER#' });
/** Leads from a person to the record in the list of members. */
export const memberSubjectKey = (brandId: string, subject: string): ItemKey => ({
  pk: membersOf(brandId).pk,
  sk: `SUBJECT#${subject}`,
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

export const productKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `PRODUCT#${id}`);
export const productsOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'PRODUCT#');
/** `code` in its canonical form. */
export const skuKey = (brandId: string, code: string): ItemKey => inBrand(brandId, `SKU#${code}`);
export const catalogVersionKey = (brandId: string): ItemKey => inBrand(brandId, 'CATALOG');

export const orderKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `ORDER#${id}`);
export const ordersOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'ORDER#');
export const orderStatusKeys = (brandId: string, status: string, id: string) => ({
  gsi1pk: orderStatusPartition(brandId, status),
  gsi1sk: id,
});
export const orderStatusPartition = (brandId: string, status: string) => `BRAND#${brandId}#ORDER#${status}`;

export const customerKey = (brandId: string, emailHash: string): ItemKey =>
  inBrand(brandId, `CUSTOMER#${emailHash}`);
export const customersOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'CUSTOMER#');

export const campaignKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `CAMPAIGN#${id}`);
export const campaignsOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'CAMPAIGN#');

export const waterLogKey = (brandId: string, loggedAt: string, id: string): ItemKey =>
  inBrand(brandId, `WATER#${loggedAt}#${id}`);
export const waterLogsOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'WATER#');
export const waterLogIdKey = (brandId: string, id: string): ItemKey => inBrand(brandId, `WATERID#${id}`);
export const waterLogIdsOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'WATERID#');

/** `code` in its canonical form. */
export const referralCodeKey = (brandId: string, code: string): ItemKey =>
  inBrand(brandId, `REFCODE#${code}`);
export const referralCodesOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'REFCODE#');
export const redemptionKey = (brandId: string, code: string, emailHash: string): ItemKey =>
  inBrand(brandId, `REDEMPTION#${code}#${emailHash}`);

export const redemptionsOf = (brandId: string): KeyPrefix => partOfBrand(brandId, 'REDEMPTION#');

/** `day` is `YYYY-MM-DD`. */
export const dayFiguresKey = (brandId: string, day: string, shard: number): ItemKey => ({
  pk: dayFiguresPartition(brandId),
  sk: `${day}#${shard}`,
});
export const dayFiguresPartition = (brandId: string) => `ROLLUP#${brandId}#TOTAL`;

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
