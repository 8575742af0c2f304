import { addDays, weekdayOf } from '#calendar/days.ts';
import { instantOf, localDay } from '#calendar/time-zone.ts';
import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import { type PickupDay, type Stop, type StopInput, type StopReplacement, weekdays } from './contract.ts';

export function newStop(input: StopInput, { id, now }: { readonly id: string; readonly now: Date }): Stop {
  const time = now.toISOString();
  return { id, ...input, created_at: time, updated_at: time, version: 1 };
}

/** The stop with all its fields replaced and the next version. */
export function replaceStop(stop: Stop, replacement: StopReplacement, now: Date): Stop {
  const { id, brand_id, created_at, version } = stop;
  return { id, brand_id, ...replacement, created_at, updated_at: now.toISOString(), version: version + 1 };
}

/** A pickup day, without its orders. */
export type OpenDay = Pick<PickupDay, 'date' | 'hours' | 'opens_at' | 'cut_off'>;

/** Pickup days are listed for a year ahead. */
const horizonDays = 366;

/** The pickup day of a stop on this date; undefined for a date without pickup. */
function pickupDayOn(stop: Stop, date: string, timeZone: string): OpenDay | undefined {
  if (!stop.is_active || stop.closed_dates?.includes(date)) return undefined;
  const weekday = weekdays[weekdayOf(date)];
  const hours = stop.hours
    .filter((one) => one.weekday === weekday)
    .map(({ opens, closes }) => ({ opens, closes }))
    .sort((a, b) => (a.opens < b.opens ? -1 : 1));
  const [first] = hours;
  if (first === undefined) return undefined;
  const { days_before, time } = stop.cut_off ?? { days_before: 0, time: first.opens };
  return {
    date,
    hours,
    opens_at: instantOf(date, first.opens, timeZone).toISOString(),
    cut_off: instantOf(addDays(date, -days_before), time, timeZone).toISOString(),
  };
}

/** The next days whose cut-off has not passed, earliest first, of the next year. */
export function nextPickupDays(
  stop: Stop,
  { now, timeZone, limit }: { readonly now: Date; readonly timeZone: string; readonly limit: number },
): readonly OpenDay[] {
  const today = localDay(now, timeZone);
  const found: OpenDay[] = [];
  for (let ahead = 0; ahead <= horizonDays && found.length < limit; ahead++) {
    const day = pickupDayOn(stop, addDays(today, ahead), timeZone);
    if (day !== undefined && isOpen(day, now)) found.push(day);
  }
  return found;
}

/** Whether the day still takes orders. */
const isOpen = ({ cut_off }: OpenDay, now: Date): boolean => now.getTime() < Date.parse(cut_off);

/** The part of an order that is about its pickup. */
export interface Pickup {
  readonly stop_id?: string | undefined;
  readonly pickup_date?: string | undefined;
}

export interface PickupRules {
  readonly stops: 'external' | 'managed';
  readonly time_zone: string;
  /** The stop of the order, if it exists. */
  readonly stop?: Stop | undefined;
}

/**
 * Checks stop and pickup day of an order. In a brand with managed stops, the stop must be active, and the pickup day one of
 * its days before the cut-off. Other brands can use any values.
 *
 * @throws ApiError invalid_pickup
 */
export function checkPickup(
  { stop_id, pickup_date }: Pickup,
  { stops, stop, time_zone }: PickupRules,
  now: Date,
): void {
  if (stops === 'external') return;
  if (stop_id === undefined) {
    if (pickup_date === undefined) return;
    throw refusal('stop_id', 'stop_required', 'A pickup date needs a stop; send stop_id');
  }
  if (stop === undefined) throw refusal('stop_id', 'unknown_stop', `Stop ${stop_id} does not exist`);
  if (!stop.is_active) throw refusal('stop_id', 'inactive_stop', `Stop ${stop_id} is not active`);
  if (pickup_date === undefined) return;
  const day = pickupDayOn(stop, pickup_date, time_zone);
  const isFar = pickup_date > addDays(localDay(now, time_zone), horizonDays);
  if (day === undefined || isFar) {
    throw refusal('pickup_date', 'no_pickup_day', `${pickup_date} is no pickup day of this stop`);
  }
  if (!isOpen(day, now)) {
    throw refusal(
      'pickup_date',
      'cut_off_passed',
      `Orders for ${pickup_date} had to be placed before ${day.cut_off}`,
    );
  }
}

/** The capacity of the stop's pickup days in a brand that manages stops. */
export const managedCapacity = ({ stops, stop }: PickupRules): number | undefined =>
  stops === 'managed' ? stop?.capacity : undefined;

const refusal = (member: string, code: string, message: string): ApiError => {
  const details: ErrorDetail[] = [{ path: ['body', member], message, code }];
  return new ApiError('invalid_pickup', { details });
};

/** The day with the number of its orders. */
export const countedDay = (day: OpenDay, orders: number, { capacity }: Stop): PickupDay => ({
  ...day,
  orders,
  ...(capacity !== undefined && { capacity }),
  is_full: capacity !== undefined && orders >= capacity,
});
