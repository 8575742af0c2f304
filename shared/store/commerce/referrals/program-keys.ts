import { randomBytes } from 'node:crypto';
import { isWritten } from '#persistence/conflict.ts';
import { getItem, type ItemKey, type KeyPrefix, putItem } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';

const inProgram = (brandId: string, sk: string): ItemKey => ({ pk: `REFERRAL#${brandId}`, sk });

export const referralSettingsKey = (brandId: string): ItemKey => inProgram(brandId, 'SETTINGS');
/** `mailbox` is a hash. */
export const personKey = (brandId: string, mailbox: string): ItemKey =>
  inProgram(brandId, `PERSON#${mailbox}`);
export const referredKey = (brandId: string, mailbox: string): ItemKey =>
  inProgram(brandId, `REFERRED#${mailbox}`);
export const referredOf = (brandId: string): KeyPrefix => ({
  pk: `REFERRAL#${brandId}`,
  prefix: 'REFERRED#',
});
export const creditUseKey = (brandId: string, orderId: string): ItemKey =>
  inProgram(brandId, `CREDIT#${orderId}`);

export const linkKey = (id: string): ItemKey => ({ pk: `REFLINK#${id}`, sk: 'LINK' });
export const linkSeenKey = (id: string, day: string, visitor: string): ItemKey => ({
  pk: `REFLINK#${id}`,
  sk: `SEEN#${day}#${visitor}`,
});
export const linksPartition = (brandId: string) => `REFLINK#BRAND#${brandId}`;

const linkSigningKey: ItemKey = { pk: 'LINKKEY#links', sk: 'KEY' };
const visitorSaltKey = (day: string): ItemKey => ({ pk: 'LINKKEY#visitors', sk: day });

export const rewardKey = (brandId: string, customerId: string, id: string): ItemKey => ({
  pk: rewardsOf(brandId, customerId).pk,
  sk: id,
});
export const rewardsOf = (brandId: string, customerId: string): KeyPrefix => ({
  pk: `REWARDS#${brandId}#${customerId}`,
  prefix: '',
});
export const rewardsPartition = (brandId: string) => `REWARDS#${brandId}`;

export const creditAccountKey = (brandId: string, customerId: string): ItemKey => ({
  pk: `CREDIT#${brandId}#${customerId}`,
  sk: 'ACCOUNT',
});
export const creditEntryKey = (brandId: string, customerId: string, id: string): ItemKey => ({
  pk: `CREDIT#${brandId}#${customerId}`,
  sk: `ENTRY#${id}`,
});
export const creditEntriesOf = (brandId: string, customerId: string): KeyPrefix => ({
  pk: `CREDIT#${brandId}#${customerId}`,
  prefix: 'ENTRY#',
});

/** `period` is a month, a year or `all`. */
export const leaderKey = (brandId: string, period: string, customerId: string): ItemKey => ({
  pk: leaderboardPartition(brandId, period),
  sk: customerId,
});
export const leaderboardPartition = (brandId: string, period: string) => `REFBOARD#${brandId}#${period}`;

const secretBytes = 32;

/** Salts are deleted soon after their day, and with them the way back from a hash to an address. */
const saltSeconds = 2 * 24 * 3600;

const cached = new Map<string, string>();

/** The key that signs short links. Made at the first use, never changed. */
export const linkSigningSecret = async (table: Table): Promise<Buffer> =>
  Buffer.from(await secretAt(table, linkSigningKey, {}), 'base64');

/** The salt of the visitors of a day. */
export const visitorSalt = (table: Table, now: Date): Promise<string> =>
  secretAt(table, visitorSaltKey(now.toISOString().slice(0, 10)), {
    expires_at: Math.floor(now.getTime() / 1000) + saltSeconds,
  });

/** A stored secret; the first caller makes it. */
async function secretAt(table: Table, key: ItemKey, fields: object): Promise<string> {
  const name = `${table.name}#${key.pk}#${key.sk}`;
  const known = cached.get(name);
  if (known !== undefined) return known;
  const found = (await getItem(table, key))?.['secret'];
  if (typeof found === 'string') {
    cached.set(name, found);
    return found;
  }
  const secret = randomBytes(secretBytes).toString('base64');
  await isWritten(
    putItem(table, { Item: { ...key, ...fields, secret }, ConditionExpression: 'attribute_not_exists(pk)' }),
  );
  return secretAt(table, key, fields);
}
