import { type NotificationKind, notificationKinds } from '#contract/commerce/notification-kinds.ts';
import {
  type ChannelChoice,
  channelChoice,
  type DigestSchedule,
  digestSchedule,
  type PreferencesChange,
} from '#contract/commerce/notifications.ts';

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
