import { keptDays } from '#contract/commerce/notifications.ts';

const dayMilliseconds = 86_400_000;

/** The UTC day of a time. Notifications of a day expire together, so that their counter expires with them. */
export const dayOf = (time: string): string => time.slice(0, 'YYYY-MM-DD'.length);

/** The first day whose notifications are still kept. */
export const firstKeptDay = (now: Date): string =>
  dayOf(new Date(now.getTime() - keptDays * dayMilliseconds).toISOString());

/** When DynamoDB may delete the notifications of a day, in epoch seconds. */
export const expiryOf = (day: string): number =>
  Math.floor((Date.parse(`${day}T00:00:00Z`) + (keptDays + 1) * dayMilliseconds) / 1000);
