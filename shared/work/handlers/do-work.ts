import type { WorkHandlers } from '../run-work.ts';
import { deliverNotification } from './deliver-notification.ts';
import { expireReferralCredit } from './expire-credit.ts';
import { importContacts } from './import-contacts.ts';
import { sendDigest } from './send-digest.ts';

/** The handlers of the worker `do-work`, by kind. */
export const doWorkHandlers: WorkHandlers<'do-work'> = {
  'deliver-notification': deliverNotification,
  'expire-credit': expireReferralCredit,
  'import-contacts': importContacts,
  'send-digest': sendDigest,
};
