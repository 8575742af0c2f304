import { nextDigest } from '#commerce/notifications/digest.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { withChangelog } from '#store/commerce/inboxes/changelog-notices.ts';
import { withAccess } from '#store/commerce/inboxes/deliver.ts';
import { queueDigest } from '#store/commerce/inboxes/digests.ts';
import { readInbox } from '#store/commerce/inboxes/inboxes.ts';
import type { WorkHandler } from '../run-work.ts';

/** Sends the digest of one person, and returns at the next one. It ends with the preference, the brand or the role. */
export const sendDigest: WorkHandler<'send-digest'> = async ({ due, payload }, run) => {
  const { brand_id, person } = payload;
  const [record, inbox] = await Promise.all([
    findBrand(commerceTable, brand_id),
    readInbox(commerceTable, brand_id, person),
  ]);
  if (record === undefined || inbox === undefined) return 'done';
  const [permitted] = await withAccess(commerceTable, [inbox]);
  if (permitted === undefined) return 'done';
  const { brand } = record;
  const now = run.now();
  const next = nextDigest(permitted.preferences.digest, brand.time_zone, now);
  if (next === undefined) return 'done';
  const current = await withChangelog(commerceTable, permitted, now);
  const { email } = current;
  if (email !== undefined) {
    await queueDigest(commerceTable, { ...current, email }, { brandName: brand.name, due, now });
  }
  return { again: next };
};
