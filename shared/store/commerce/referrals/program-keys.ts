import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

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
export const linksPartition = (brandId: string) => `REFLINKS#${brandId}`;

export const linkSigningKey: ItemKey = { pk: 'LINKKEY#links', sk: 'KEY' };
export const visitorSaltKey = (day: string): ItemKey => ({ pk: 'LINKKEY#visitors', sk: day });

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
