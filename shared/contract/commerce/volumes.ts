import * as z from 'zod';

/** US gallons, and US acre-feet of 43,560 cubic feet. */
export const volumeUnits = ['gallons', 'litres', 'cubic_metres', 'acre_feet'] as const;
export type VolumeUnit = (typeof volumeUnits)[number];

/** An amount with at most six decimals, so that sums and conversions are exact. */
export const meteredAmount = z
  .number()
  .min(0)
  .max(1_000_000_000_000)
  .refine((value) => /^\d+(\.\d{1,6})?$/.test(String(value)), 'Expected at most six decimals')
  .meta({ openapi: { type: 'number', minimum: 0, maximum: 1_000_000_000_000, multipleOf: 0.000001 } });

/** A volume in each unit, rounded half up to six decimals. */
export const volume = z
  .object({ gallons: z.number(), litres: z.number(), cubic_metres: z.number(), acre_feet: z.number() })
  .meta({ id: 'Volume' });
export type Volume = z.output<typeof volume>;

/** An allocation of water. */
export const allocation = z.object({
  amount: z.number().min(0.000001).max(1_000_000_000_000),
  unit: z.enum(['gallons', 'acre_feet']),
});
export type Allocation = z.output<typeof allocation>;
