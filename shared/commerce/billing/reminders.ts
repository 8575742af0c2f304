import { paymentGrace } from '#contract/plans.ts';

const dayMilliseconds = 86_400_000;

const daysAfter = (time: string, days: number) => new Date(Date.parse(time) + days * dayMilliseconds);

/** When a brand loses its plan if no payment follows. */
export const graceEnd = (pastDueSince: string): Date => daysAfter(pastDueSince, paymentGrace.days);

/** Times of the reminders, and then the end of the grace. */
const dueTimes = (pastDueSince: string): readonly Date[] => [
  ...paymentGrace.reminderDays.map((days) => daysAfter(pastDueSince, days)),
  graceEnd(pastDueSince),
];

/** The first of these times after `now`; undefined after the last. */
export const nextCollection = (pastDueSince: string, now: Date): Date | undefined =>
  dueTimes(pastDueSince).find((time) => time > now);

/** Reminders whose time has come. */
export const remindersDue = (pastDueSince: string, now: Date): number =>
  paymentGrace.reminderDays.filter((days) => daysAfter(pastDueSince, days) <= now).length;

export const daysLeft = (pastDueSince: string, now: Date): number =>
  Math.max(0, Math.ceil((graceEnd(pastDueSince).getTime() - now.getTime()) / dayMilliseconds));
