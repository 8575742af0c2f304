import { type NewMessage, queueMessage } from '#commerce/messages/records.ts';
import { nextDigest } from '#commerce/notifications/digest.ts';
import {
  changePreferences,
  confirmationOf,
  isOpen,
  matches,
  maySendCode,
  newCode,
  readPreferences,
} from '#commerce/notifications/preferences.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import type { NotificationPreferences, PreferencesChange } from '#contract/commerce/notifications.ts';
import { ApiError } from '#contract/errors.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { cancelWork, scheduleWork } from '../work/work-items.ts';
import { changeInboxAction, type Inbox } from './inboxes.ts';

/** The preferences of an inbox, or the defaults before it is opened. */
export const shownPreferences = (brand_id: string, inbox: Inbox | undefined): NotificationPreferences => {
  const { kinds, digest } = inbox?.preferences ?? readPreferences(undefined);
  return {
    brand_id,
    kinds: { ...kinds },
    digest,
    email: inbox?.email ?? null,
    unconfirmed_email: inbox?.confirmation?.email ?? null,
  };
};

interface InboxChange {
  readonly after: Inbox;
  /** The code for a new address, to be sent to it. */
  readonly code: string | undefined;
}

/**
 * The inbox after a change of its preferences.
 *
 * @throws ApiError code_sent_recently
 */
export function changedInbox(before: Inbox, change: PreferencesChange, now: Date): InboxChange {
  const preferences = changePreferences(before.preferences, change);
  const { email } = change;
  if (email === null) {
    return { after: { ...before, preferences, email: undefined, confirmation: undefined }, code: undefined };
  }
  if (email === undefined || email === before.email)
    return { after: { ...before, preferences }, code: undefined };
  if (!maySendCode(before.confirmation, now)) throw new ApiError('code_sent_recently');
  const code = newCode();
  const confirmation = confirmationOf(email, code, before.person, now);
  return { after: { ...before, preferences, confirmation }, code };
}

/** The inbox after a code was entered. A right code confirms the address; a wrong one is counted. */
export function afterCode(
  before: Inbox,
  code: string,
  now: Date,
): { readonly after: Inbox; readonly isConfirmed: boolean } {
  const { confirmation } = before;
  if (confirmation === undefined || !isOpen(confirmation, now)) throw new ApiError('invalid_code');
  if (matches(confirmation, code, before.person)) {
    return { after: { ...before, email: confirmation.email, confirmation: undefined }, isConfirmed: true };
  }
  const counted = { ...confirmation, attempts: confirmation.attempts + 1 };
  return { after: { ...before, confirmation: counted }, isConfirmed: false };
}

/**
 * Stores the change, schedules or cancels the digest, and queues the code, in one transaction.
 *
 * @returns the queued messages
 */
export async function storePreferences(
  table: Table,
  {
    before,
    after,
    code,
    brand,
    now,
  }: InboxChange & { readonly before: Inbox; readonly brand: Brand; readonly now: Date },
): Promise<readonly NewMessage[]> {
  const messages =
    after.confirmation !== undefined && code !== undefined
      ? [codeMail(after.confirmation.email, code, after, brand)]
      : [];
  await transact(table, [
    changeInboxAction(before, after),
    digestWork(after, brand, now),
    ...messages.flatMap((message) => queueMessage(message, now)),
  ]);
  return messages;
}

function digestWork({ brand_id, person, preferences }: Inbox, brand: Brand, now: Date): TransactAction {
  const key = `${brand_id}.${person}`;
  const due = nextDigest(preferences.digest, brand.time_zone, now);
  return due === undefined
    ? cancelWork('send-digest', key, now)
    : scheduleWork({ kind: 'send-digest', key, due, payload: { brand_id, person } });
}

const codeMail = (
  to: string,
  code: string,
  { person, brand_id, confirmation }: Inbox,
  brand: Brand,
): NewMessage => ({
  id: `code-${person}-${confirmation?.sent_at ?? ''}`,
  brand_id,
  channel: 'email',
  to,
  kind: 'confirmation',
  subject: `Your code for notifications of ${brand.name}`,
  text: `Your code is ${code}. It is valid for one hour.\n\nIgnore this e-mail if you did not ask for it.\n`,
});
