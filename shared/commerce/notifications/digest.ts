import { addDays, weekdayOf } from '#calendar/days.ts';
import { instantOf, localDay } from '#calendar/time-zone.ts';
import type { DigestSchedule, NotificationKind } from './contract.ts';

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
