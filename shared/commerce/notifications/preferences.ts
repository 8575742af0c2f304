import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import {
  type ChannelChoice,
  channelChoice,
  type DigestSchedule,
  digestSchedule,
  type NotificationKind,
  notificationKinds,
  type PreferencesChange,
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
