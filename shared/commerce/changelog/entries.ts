import type { ChangelogEntry } from '#contract/commerce/changelog.ts';

export type ChangelogText = Omit<ChangelogEntry, 'id'>;

/**
 * The changelog that users read, newest first. Each release adds its entries at the top. Published entries keep their
 * version, time and title, because their ids derive from them; the text may be corrected.
 */
export const changelogTexts: readonly ChangelogText[] = [
  {
    version: '1.1.0',
    published_at: '2026-11-22T12:00:03.000Z',
    title: 'Water: fields, meters and seasons',
    kinds: ['added'],
    text: 'Keep fields and meters, record readings, and compare the use of a season with your allocation. Devices without a network send their entries later in one batch. A CSV file lists the use per field and month for the water authority.',
  },
  {
    version: '1.1.0',
    published_at: '2026-11-22T12:00:02.000Z',
    title: 'Notifications and digests',
    kinds: ['added'],
    text: 'Each member has a list of notifications with an exact number of unread ones. Choose for each kind whether it appears in the list, arrives by e-mail, or is counted in a daily or weekly digest.',
  },
  {
    version: '1.1.0',
    published_at: '2026-11-22T12:00:01.000Z',
    title: 'Onboarding in six steps',
    kinds: ['added'],
    text: 'A tour shows what a new brand still needs. Steps complete themselves as soon as their record exists, and every member can skip steps or dismiss the tour.',
  },
  {
    version: '1.1.0',
    published_at: '2026-11-22T12:00:00.000Z',
    title: 'Webhooks',
    kinds: ['added', 'security'],
    text: 'Your own systems receive events, signed as Standard Webhooks describes. Failed deliveries are repeated over a day, and targets in private networks are refused.',
  },
  {
    version: '1.0.0',
    published_at: '2026-11-01T12:00:00.000Z',
    title: 'First release',
    kinds: ['added'],
    text: 'Orders, products, campaigns, water logs, reports and referrals for farm and food brands.',
  },
];
