import { addDays } from '#calendar/days.ts';
import { localDay } from '#calendar/time-zone.ts';
import type { Stop } from '#contract/commerce/stop-fields.ts';
import { ApiError, type ErrorDetail } from '#contract/errors.ts';
import { isOpen, pickupDayOn } from './pickup-days.ts';

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

/** Pickup days are listed for a year ahead. */
const horizonDays = 366;

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
