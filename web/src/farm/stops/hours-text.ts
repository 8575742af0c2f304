import type { Stop } from '#contract/commerce/stop-fields.ts';
import { formatTime } from '#web/text/format.ts';
import { texts } from '#web/text/texts.ts';
import { inOrder } from './stop-form.ts';

/** Opening times in one line, such as "Wednesday 3:00 PM – 6:30 PM". */
export const hoursText = (hours: Stop['hours']): string =>
  inOrder(hours)
    .map(({ weekday, opens, closes }) => `${texts.stops.weekday[weekday]} ${clock(opens)} – ${clock(closes)}`)
    .join(', ');

/** A time of day as the language writes it. */
export const clock = (time: string): string => formatTime(`2000-01-01T${time}:00Z`, 'UTC');

/** The last time for orders, in words. */
export function cutOffText({ cut_off }: Stop): string {
  const { cutOffAt, cutOffAtOpening } = texts.stops;
  return cut_off === undefined ? cutOffAtOpening : cutOffAt(cut_off.days_before, clock(cut_off.time));
}
