import { createHash } from 'node:crypto';
import type { Brand } from '#commerce/brands/contract.ts';
import { ApiError } from '#contract/errors.ts';
import {
  keptDays,
  type Notification,
  type NotificationPreferences,
  type PreferencesChange,
  type StoredNotice,
} from './contract.ts';
import type { DigestCounts } from './digest.ts';
import {
  type Confirmation,
  changePreferences,
  confirmationOf,
  isOpen,
  matches,
  maySendCode,
  newCode,
  type Preferences,
  readPreferences,
} from './preferences.ts';

/** The inbox of one person in one brand: preferences, and counters that change with the notifications. */
export interface Inbox {
  readonly brand_id: string;
  readonly subject: string;
  /** A member has a stored role, which is checked before a message. Others have theirs from a token or a key. */
  readonly is_member: boolean;
  readonly preferences: Preferences;
  readonly email: string | undefined;
  readonly confirmation: Confirmation | undefined;
  /** Raised when all notifications are marked as read: those of an earlier epoch are read. */
  readonly epoch: number;
  /** Unread notifications of the epoch by day. */
  readonly unread: ReadonlyMap<string, number>;
  /** Notifications since the last digest. */
  readonly digest_counts: DigestCounts;
  /** Newest entry of the changelog that has its notification. */
  readonly changelog_id: string;
  /** Day of the latest read of the list. */
  readonly seen_on: string;
}

/** A person in ids of messages and keys of work, which logs show and which have few characters. */
export const personHash = (subject: string): string =>
  createHash('sha256').update(subject).digest('hex').slice(0, 32);

const dayMilliseconds = 86_400_000;

/** The UTC day of a time. Notifications of a day expire together, so that their counter expires with them. */
export const dayOf = (time: string): string => time.slice(0, 'YYYY-MM-DD'.length);

/** The first day whose notifications are still kept. */
export const firstKeptDay = (now: Date): string =>
  dayOf(new Date(now.getTime() - keptDays * dayMilliseconds).toISOString());

/** When the notifications of the day of this time may be deleted. */
export const expiryOf = (time: string): Date =>
  new Date(Date.parse(`${dayOf(time)}T00:00:00Z`) + (keptDays + 1) * dayMilliseconds);

/** Unread notifications that are still kept. */
export const unreadCount = ({ unread }: Inbox, now: Date): number =>
  [...unread].reduce((sum, [day, count]) => sum + (day >= firstKeptDay(now) ? count : 0), 0);

export const isRead = ({ epoch, read_at }: StoredNotice, inbox: Inbox): boolean =>
  read_at !== undefined || epoch < inbox.epoch;

/** The notification after it was marked as read or unread. */
export function markedNotice(notice: StoredNotice, inbox: Inbox, read: boolean, now: Date): StoredNotice {
  const { read_at, ...unmarked } = notice;
  return read ? { ...unmarked, read_at: now.toISOString() } : { ...unmarked, epoch: inbox.epoch };
}

/** A notification as its reader sees it. */
export function shownNotice(notice: StoredNotice, inbox: Inbox): Notification {
  const { id, brand_id, kind, title, cause, resource, created_at } = notice;
  return {
    ...{ id, brand_id, kind, title },
    ...(cause !== undefined && { cause }),
    ...(resource !== undefined && { resource }),
    read: isRead(notice, inbox),
    created_at,
  };
}

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
  const confirmation = confirmationOf(email, code, personHash(before.subject), now);
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
  if (matches(confirmation, code, personHash(before.subject))) {
    return { after: { ...before, email: confirmation.email, confirmation: undefined }, isConfirmed: true };
  }
  const counted = { ...confirmation, attempts: confirmation.attempts + 1 };
  return { after: { ...before, confirmation: counted }, isConfirmed: false };
}

/** The e-mail with the code of a new address. */
export const codeMail = (code: string, { subject, brand_id, confirmation }: Inbox, brand: Brand) => ({
  id: `code-${personHash(subject)}-${confirmation?.sent_at ?? ''}`,
  brand_id,
  channel: 'email' as const,
  to: confirmation?.email ?? '',
  kind: 'confirmation',
  subject: `Your code for notifications of ${brand.name}`,
  text: `Your code is ${code}. It is valid for one hour.\n\nIgnore this e-mail if you did not ask for it.\n`,
});
