import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { addDays, weekdayOf } from '#calendar/days.ts';
import { instantOf, localDay } from '#calendar/time-zone.ts';
import { ApiError } from '#contract/errors.ts';
import type { Brand } from '../brands/contract.ts';
import {
  type ChannelChoice,
  channelChoice,
  type DigestSchedule,
  digestSchedule,
  keptDays,
  type Notification,
  type NotificationKind,
  type NotificationPreferences,
  notificationKinds,
  type PreferencesChange,
  type StoredNotice,
} from './contract.ts';

/** A code that confirms an e-mail address. Only its hash is stored. */
export interface Confirmation {
  readonly email: string;
  readonly hash: string;
  readonly sent_at: string;
  readonly attempts: number;
}

const validMilliseconds = 3_600_000;
const pauseMilliseconds = 600_000;
const maxAttempts = 5;

/** Six random digits. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

export const confirmationOf = (email: string, code: string, inbox: string, now: Date): Confirmation => ({
  email,
  hash: codeHash(code, inbox),
  sent_at: now.toISOString(),
  attempts: 0,
});

/** Whether another code may be sent, so that nobody can flood the mailbox of others. */
export const maySendCode = (pending: Confirmation | undefined, now: Date): boolean =>
  pending === undefined || now.getTime() - Date.parse(pending.sent_at) >= pauseMilliseconds;

/** Whether the code may still be tried. */
export const isOpen = ({ sent_at, attempts }: Confirmation, now: Date): boolean =>
  attempts < maxAttempts && now.getTime() - Date.parse(sent_at) < validMilliseconds;

export const matches = ({ hash }: Confirmation, code: string, inbox: string): boolean =>
  timingSafeEqual(Buffer.from(hash, 'hex'), Buffer.from(codeHash(code, inbox), 'hex'));

/** The inbox is part of the hash, so equal codes of two inboxes have different hashes. */
const codeHash = (code: string, inbox: string): string =>
  createHash('sha256').update(`${inbox} ${code}`).digest('hex');

/** Choices of one person in one brand. Kinds of later versions get their defaults. */
export interface Preferences {
  readonly kinds: Readonly<Record<NotificationKind, ChannelChoice>>;
  readonly digest: DigestSchedule;
}

const listed: ChannelChoice = { in_app: true, email: false, digest: true };
const urgent: ChannelChoice = { in_app: true, email: true, digest: true };

const defaults: Preferences = {
  kinds: {
    new_order: listed,
    payment_failed: urgent,
    webhook_disabled: urgent,
    low_stock: listed,
    campaign_sent: listed,
    campaign_stopped: urgent,
    subscription_changed: urgent,
    member_joined: listed,
    brand_deletion: urgent,
    export_ready: listed,
    changelog: listed,
  },
  digest: { frequency: 'off', hour: 7, weekday: 1 },
};

/** Stored preferences over the defaults. */
export function readPreferences(stored: unknown): Preferences {
  const { kinds, digest }: { readonly kinds?: unknown; readonly digest?: unknown } = Object(stored);
  const chosen: Readonly<Record<string, unknown>> = Object(kinds);
  const choiceOf = (kind: NotificationKind) =>
    channelChoice.safeParse(chosen[kind]).data ?? defaults.kinds[kind];
  return {
    kinds: Object.fromEntries(
      notificationKinds.map((kind) => [kind, choiceOf(kind)]),
    ) as Preferences['kinds'],
    digest: digestSchedule.safeParse(digest).data ?? defaults.digest,
  };
}

/** The preferences after a change. Omitted members stay. */
export function changePreferences(
  before: Preferences,
  { kinds = {}, digest = {} }: PreferencesChange,
): Preferences {
  const chosen = Object.entries(kinds).filter(([, choice]) => choice !== undefined);
  const times = Object.entries(digest).filter(([, value]) => value !== undefined);
  return {
    kinds: { ...before.kinds, ...Object.fromEntries(chosen) },
    digest: { ...before.digest, ...Object.fromEntries(times) },
  };
}

/**
 * When the next digest is due, after `now`; undefined without a digest. An hour that the clocks skip moves forward with them,
 * and an hour that occurs twice is its first occurrence.
 */
export function nextDigest(
  { frequency, hour, weekday }: DigestSchedule,
  timeZone: string,
  now: Date,
): Date | undefined {
  if (frequency === 'off') return undefined;
  const today = localDay(now, timeZone);
  for (let days = 0; days <= 8; days++) {
    const date = addDays(today, days);
    if (frequency === 'weekly' && weekdayOf(date) !== weekday) continue;
    const due = instantOf(date, `${String(hour).padStart(2, '0')}:00`, timeZone);
    if (due > now) return due;
  }
  return undefined;
}

/** Numbers of notifications since the last digest. */
export type DigestCounts = Readonly<Partial<Record<NotificationKind, number>>>;

const nouns: Readonly<Record<NotificationKind, readonly [one: string, many: string]>> = {
  new_order: ['new order', 'new orders'],
  payment_failed: ['failed payment', 'failed payments'],
  webhook_disabled: ['disabled webhook endpoint', 'disabled webhook endpoints'],
  low_stock: ['product low in stock', 'products low in stock'],
  subscription_changed: ['change of the subscription', 'changes of the subscription'],
  campaign_sent: ['sent campaign', 'sent campaigns'],
  campaign_stopped: ['stopped campaign', 'stopped campaigns'],
  member_joined: ['new member', 'new members'],
  brand_deletion: ['notice of a deletion', 'notices of a deletion'],
  export_ready: ['finished export', 'finished exports'],
  changelog: ['change of the service', 'changes of the service'],
};

interface DigestText {
  readonly subject: string;
  readonly text: string;
}

/** The e-mail of a digest: the numbers, then the latest titles. */
export function digestText(brandName: string, counts: DigestCounts, titles: readonly string[]): DigestText {
  const lines = Object.entries(nouns).flatMap(([kind, [one, many]]) => {
    const count = counts[kind as NotificationKind] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const latest = titles.length === 0 ? [] : ['', 'Latest:', ...titles.map((title) => `- ${title}`)];
  return {
    subject: `${brandName}: ${total} ${total === 1 ? 'notification' : 'notifications'}`,
    text: [...lines, ...latest, '', 'Change your digest in the notification preferences.', ''].join('\n'),
  };
}

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
