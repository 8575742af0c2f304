import type { Stop } from '#commerce/stops/contract.ts';
import { weekdays as fromSunday } from '#commerce/stops/contract.ts';
import type { ApiInput } from '#web/api/api.ts';

type Weekday = Stop['hours'][number]['weekday'];

/** Days of the week from Monday. */
export const weekdays: readonly Weekday[] = [...fromSunday.slice(1), ...fromSunday.slice(0, 1)];

/** The values of the form of a stop. */
interface StopForm {
  readonly name: string;
  readonly address: string;
  readonly notes: string;
  readonly hours: Stop['hours'];
  readonly hasCutOff: boolean;
  readonly daysBefore: number;
  readonly time: string;
  readonly capacity: number | undefined;
  readonly closedDates: readonly string[];
  readonly isActive: boolean;
}

/** The form of a stop, or of a new one that is open on Saturday morning. */
export function stopForm(stop: Stop | undefined): StopForm {
  return {
    name: stop?.name ?? '',
    address: stop?.address ?? '',
    notes: stop?.notes ?? '',
    hours: stop?.hours ?? [{ weekday: 'saturday', opens: '09:00', closes: '12:00' }],
    hasCutOff: stop?.cut_off !== undefined,
    daysBefore: stop?.cut_off?.days_before ?? 1,
    time: stop?.cut_off?.time ?? '18:00',
    capacity: stop?.capacity,
    closedDates: stop?.closed_dates ?? [],
    isActive: stop?.is_active ?? true,
  };
}

/** The request of a form. Empty members are left out. */
export function stopInput(form: StopForm): Omit<ApiInput<'PUT /api/v1/stops/{id}'>, 'id'> {
  const [name, address, notes] = [form.name.trim(), form.address.trim(), form.notes.trim()];
  return {
    name,
    ...(address && { address }),
    ...(notes && { notes }),
    hours: form.hours,
    ...(form.hasCutOff && { cut_off: { days_before: form.daysBefore, time: form.time } }),
    ...(form.capacity !== undefined && { capacity: form.capacity }),
    ...(form.closedDates.length > 0 && { closed_dates: form.closedDates }),
    is_active: form.isActive,
  };
}

/** Opening times from Monday on, and by time within a day. */
export const inOrder = (hours: Stop['hours']): Stop['hours'] =>
  hours.toSorted(
    (one, other) =>
      weekdays.indexOf(one.weekday) - weekdays.indexOf(other.weekday) || one.opens.localeCompare(other.opens),
  );
