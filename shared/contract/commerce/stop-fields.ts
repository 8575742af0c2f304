import * as z from 'zod';
import { timestamp, typedText, uuid } from '../fields.ts';

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;

/** A calendar day `YYYY-MM-DD` that exists. */
export const calendarDay = z.iso.date();

/** A time of day on the wall clock of the brand, `HH:MM`. */
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Expected a time of day such as 08:30');

const hours = z
  .object({ weekday: z.enum(weekdays), opens: timeOfDay, closes: timeOfDay })
  .refine(({ opens, closes }) => opens < closes, { path: ['closes'], message: 'Must be later than opens' });

const stopFields = {
  name: typedText(255),
  address: typedText(500).optional(),
  notes: z.string().max(1000).optional().describe('Directions for customers'),
  hours: z
    .array(hours)
    .min(1)
    .max(21)
    .describe('Opening times by day of the week, in the time zone of the brand'),
  cut_off: z
    .object({
      days_before: z.int().min(0).max(30),
      time: timeOfDay,
    })
    .optional()
    .describe(
      'Last time for orders: this time, so many days before the pickup. Without it, the opening time',
    ),
  capacity: z.int().min(1).max(100_000).optional().describe('Maximum orders of one pickup day'),
  closed_dates: z.array(calendarDay).max(366).optional().describe('Days without pickup'),
  is_active: z.boolean().default(true),
};

export const stopInput = z.object({ brand_id: uuid, ...stopFields });
export type StopInput = z.output<typeof stopInput>;

/** A replacement removes omitted members. */
export const stopReplacement = z.object(stopFields);
export type StopReplacement = z.output<typeof stopReplacement>;

export const stop = z
  .object({
    id: uuid,
    brand_id: uuid,
    ...stopFields,
    is_active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Stop' });
export type Stop = z.output<typeof stop>;

export const pickupDay = z
  .object({
    date: calendarDay,
    hours: z.array(z.object({ opens: timeOfDay, closes: timeOfDay })),
    opens_at: timestamp.describe('First opening of the day'),
    cut_off: timestamp.describe('Orders must be created before this time'),
    orders: z.int().describe('Orders that are not cancelled'),
    capacity: z.int().optional(),
    is_full: z.boolean(),
  })
  .meta({ id: 'PickupDay' });
export type PickupDay = z.output<typeof pickupDay>;
