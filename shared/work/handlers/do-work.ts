import { giveUpContacts, importContacts } from '#commerce/contacts/import-work.ts';
import { nextDigest } from '#commerce/notifications/digest.ts';
import { endExpiredCredit } from '#commerce/referrals/work.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { withChangelog } from '#store/commerce/inboxes/changelog-notices.ts';
import { deliverToNext, withAccess } from '#store/commerce/inboxes/deliver.ts';
import { queueDigest } from '#store/commerce/inboxes/digests.ts';
import { readInbox } from '#store/commerce/inboxes/inboxes.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { GiveUps, WorkHandler, WorkHandlers } from '../run-work.ts';

/** Sends the digest of one person, and returns at the next one. It ends with the preference, the brand or the role. */
const sendDigest: WorkHandler<'send-digest'> = async ({ due, payload }, run) => {
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

/** Delivers a notification to the inboxes after a position. A run without time leaves its position to the next one. */
const deliverNotification: WorkHandler<'deliver-notification'> = async ({ key, payload }, run) => {
  const { notice } = payload;
  let after: string | undefined = payload.after;
  while (after !== undefined) {
    if (run.isTimeUp()) {
      const next = { kind: 'deliver-notification', key, due: run.now(), payload: { notice, after } } as const;
      await transact(commerceTable, [scheduleWork(next)]);
      return 'done';
    }
    after = await deliverToNext(commerceTable, notice, after, run.now());
  }
  return 'done';
};

/** Ends the credit of a customer whose time is over, and returns at the next end. */
const expireReferralCredit: WorkHandler<'expire-credit'> = async ({ payload }, run) => {
  const next = await endExpiredCredit(payload, run);
  return next === undefined ? 'done' : { again: next };
};

/** The handlers of the worker `do-work`, by kind. */
export const doWorkHandlers: WorkHandlers<'do-work'> = {
  'deliver-notification': deliverNotification,
  'expire-credit': expireReferralCredit,
  'import-contacts': importContacts,
  'send-digest': sendDigest,
};

export const doWorkGiveUps: GiveUps<'do-work'> = { 'import-contacts': giveUpContacts };
