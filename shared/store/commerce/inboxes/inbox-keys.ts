import { createHash } from 'node:crypto';
import type { ItemKey, KeyPrefix } from '../../dynamodb/items.ts';

/** A subject may have characters that no key of ours has, so keys hold its hash. */
export const personHash = (subject: string): string =>
  createHash('sha256').update(subject).digest('hex').slice(0, 32);

export const changelogMarkerKey = (subject: string): ItemKey => ({
  pk: `PERSON#${personHash(subject)}`,
  sk: 'CHANGELOG',
});

export const inboxKey = (brandId: string, person: string): ItemKey => ({
  pk: inboxesOf(brandId).pk,
  sk: `PERSON#${person}`,
});
export const inboxesOf = (brandId: string): KeyPrefix => ({ pk: `INBOXES#${brandId}`, prefix: 'PERSON#' });

/** `person` is a {@link personHash}. */
export const noticeKey = (brandId: string, person: string, id: string): ItemKey => ({
  pk: noticesOf(brandId, person).pk,
  sk: `NOTICE#${id}`,
});
export const noticesOf = (brandId: string, person: string): KeyPrefix => ({
  pk: `INBOX#${brandId}#${person}`,
  prefix: 'NOTICE#',
});

export const onboardingFactsKey = (brandId: string): ItemKey => ({
  pk: `ONBOARDING#${brandId}`,
  sk: 'FACTS',
});
export const onboardingPersonKey = (brandId: string, person: string): ItemKey => ({
  pk: `ONBOARDING#${brandId}`,
  sk: `PERSON#${person}`,
});
