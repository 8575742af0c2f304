import { addDays } from '../../../calendar/days.ts';
import { localDay } from '../../../calendar/time-zone.ts';
import { once } from '../../values/once.ts';

/**
 * The day at a payer, or a number of days before it. Dates more than a day away are compared without the time zone, because the
 * first look-up of a time zone takes 15 ms.
 */
export class PayerDay {
  /** No day at any payer is earlier or later than these. */
  private readonly earliest: string;
  readonly latest: string;
  private readonly exact: () => string;

  constructor(timeZone: string, now: Date, daysAgo = 0) {
    const utcDay = now.toISOString().substring(0, 10);
    this.earliest = addDays(utcDay, -daysAgo - 1);
    this.latest = addDays(utcDay, 1 - daysAgo);
    this.exact = once(() => {
      const today = localDay(now, timeZone);
      return daysAgo === 0 ? today : addDays(today, -daysAgo);
    });
  }

  /** ISO date. */
  get date(): string {
    return this.exact();
  }

  isBefore(date: string): boolean {
    if (date > this.latest) return true;
    return date > this.earliest && date > this.date;
  }

  isAfter(date: string): boolean {
    if (date < this.earliest) return true;
    return date < this.latest && date < this.date;
  }
}
