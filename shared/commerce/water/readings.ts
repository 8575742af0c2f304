import { ApiError } from '#contract/errors.ts';
import { decimalOf } from '../money.ts';
import { type Litres, litresOf } from './volume.ts';
import type { Meter, ReadingInput } from './water-fields.ts';

/** What a reading says about the counter. */
export type CounterReading = Pick<ReadingInput, 'value' | 'kind' | 'final_value' | 'start_value'> & {
  readonly read_at: string;
  /** The end of the counter at the time of the reading. */
  readonly rollover_at?: number | undefined;
};

/**
 * Water between two readings of a meter.
 *
 * @throws ApiError reading_does_not_fit
 */
export function usedBetween(before: CounterReading, after: CounterReading, unit: Meter['unit']): Litres {
  const counted = countedBetween(before, after);
  return counted.times(litresOf(1, unit));
}

function countedBetween(before: CounterReading, after: CounterReading) {
  const start = decimalOf(before.value);
  const end = decimalOf(after.value);
  switch (after.kind) {
    case 'reading':
      if (end.lt(start)) throw doesNotFit(`The value is below ${before.value}, which was read before`);
      return end.minus(start);
    case 'rollover': {
      const { rollover_at } = after;
      if (rollover_at === undefined) throw doesNotFit('The meter has no rollover_at; set it first');
      if (start.gt(rollover_at)) throw doesNotFit('The value before is above the rollover_at of the meter');
      return decimalOf(rollover_at).minus(start).plus(end);
    }
    case 'replacement': {
      const final = decimalOf(after.final_value ?? 0);
      const first = decimalOf(after.start_value ?? 0);
      if (final.lt(start)) throw doesNotFit(`final_value is below ${before.value}, which was read before`);
      if (end.lt(first)) throw doesNotFit('The value is below start_value');
      return final.minus(start).plus(end.minus(first));
    }
  }
}

/**
 * Checks a reading between its neighbors.
 *
 * @returns the water since the reading before, and from the reading to the one after
 * @throws ApiError reading_does_not_fit
 */
export function fitReading(
  {
    before,
    reading,
    after,
  }: {
    readonly before: CounterReading | undefined;
    readonly reading: CounterReading;
    readonly after: CounterReading | undefined;
  },
  unit: Meter['unit'],
): { readonly used: Litres | undefined; readonly usedAfter: Litres | undefined } {
  const { rollover_at } = reading;
  if (rollover_at !== undefined && reading.value >= rollover_at) {
    throw doesNotFit('The value is not below the rollover_at of the meter');
  }
  return {
    used: before && usedBetween(before, reading, unit),
    usedAfter: after && usedBetween(reading, after, unit),
  };
}

const doesNotFit = (message: string) =>
  new ApiError('reading_does_not_fit', {
    details: [{ path: ['body', 'value'], message, code: 'does_not_fit' }],
  });
