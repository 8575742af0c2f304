import { expireCredit, nextExpiry } from '#commerce/referrals/credit.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { findAccount, storeExpiry } from '#store/commerce/referrals/credit.ts';
import type { GiveUps, WorkHandler, WorkHandlers } from '../run-work.ts';
import { deliverNotification } from './deliver-notification.ts';
import { giveUpContacts, importContacts } from './import-contacts.ts';
import { sendDigest } from './send-digest.ts';

/** Ends the credit of a customer whose time is over, and returns at the next end. */
const expireReferralCredit: WorkHandler<'expire-credit'> = ({ payload }, run) =>
  retryOnConflict(async () => {
    const now = run.now();
    const before = await findAccount(commerceTable, payload.brand_id, payload.customer_id);
    const { account, expired } = expireCredit(before, now);
    if (expired.length > 0) await storeExpiry(commerceTable, account, { expired, now, id: run.newId() });
    const next = nextExpiry(account);
    return next === undefined ? 'done' : { again: next };
  });

/** The handlers of the worker `do-work`, by kind. */
export const doWorkHandlers: WorkHandlers<'do-work'> = {
  'deliver-notification': deliverNotification,
  'expire-credit': expireReferralCredit,
  'import-contacts': importContacts,
  'send-digest': sendDigest,
};

export const doWorkGiveUps: GiveUps<'do-work'> = { 'import-contacts': giveUpContacts };
