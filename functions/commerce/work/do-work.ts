import { giveUpContacts, importContacts } from '#commerce/contacts/import-work.ts';
import { deliverNotification, sendDigest } from '#commerce/notifications/work.ts';
import { endExpiredCredit } from '#commerce/referrals/work.ts';
import { type GiveUps, type WorkHandler, type WorkHandlers, workFunction } from '#work/run-work.ts';

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

const doWorkGiveUps: GiveUps<'do-work'> = { 'import-contacts': giveUpContacts };

/** Runs due work of the kinds that no other worker handles. */
export const handler = workFunction('do-work', doWorkHandlers, doWorkGiveUps);
