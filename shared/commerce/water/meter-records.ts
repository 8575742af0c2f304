import { Big } from 'big.js';
import * as z from 'zod';
import { ApiError } from '#contract/errors.ts';
import { timestamp, uuid } from '#contract/fields.ts';
import { pointer, record, resource } from '#store/commerce/record.ts';
import type { PageRequest, StoredPage } from '#store/dynamodb/query-page.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { decimalOf } from '../money.ts';
import { figureActions } from '../reports/figure-records.ts';
import { meteredChanges } from '../reports/water-figure-records.ts';
import { type Litres, litresOf, volumeOf } from './use.ts';
import {
  type Meter,
  type Reading,
  type ReadingInput,
  reading as readingSchema,
  type StoredMeter,
  type StoredReading,
  storedMeter,
  storedReading,
} from './water-fields.ts';

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

const inFarm = { records: 'farm', pk: 'FARM#{brand_id}', person: 'none' } as const;

export const meters = record({
  ...inFarm,
  name: 'meter',
  schema: storedMeter,
  sk: 'METER#{id}',
  unchangedBy: ['version', 'readings_version'],
  exported: 'water-meters',
});

const readings = record({
  ...inFarm,
  name: 'meter reading',
  schema: storedReading,
  sk: 'READING#{meter_id}#{read_at}#{id}',
  exported: 'water-meter-readings',
});

const readingPointers = record({
  ...inFarm,
  name: 'reading, by id',
  schema: storedReading.pick({ brand_id: true, meter_id: true, id: true, read_at: true }),
  sk: 'READINGID#{meter_id}#{id}',
  unchangedBy: ['read_at'],
  exported: pointer,
});

/** The reading with the ids of a path. */
export const readingsById = resource({
  of: storedReading,
  async load(keys) {
    const found = await readingPointers.load(
      keys.map(({ brand_id, id, reading_id }) => ({ brand_id, meter_id: id, id: reading_id })),
    );
    return found && readings.find(found);
  },
});

const meteredUse = z.object({
  brand_id: uuid,
  reading_id: uuid,
  meter_id: uuid,
  field_id: uuid.optional(),
  from: timestamp,
  to: timestamp,
  litres: z.instanceof(Big),
});
type StoredUse = z.output<typeof meteredUse>;

/** Water between two readings, by the reading that ends it. */
export const meteredUses = record({
  ...inFarm,
  name: 'metered water',
  schema: meteredUse,
  sk: 'USE#{to}#{reading_id}',
  unchangedBy: ['from'],
  stored: {
    write: ({ litres, ...use }) => ({ ...use, litres: litres.toFixed() }),
    read: ({ litres, ...use }) => meteredUse.parse({ ...use, litres: new Big(String(litres)) }),
  },
  exported: 'metered-water',
});

export const meterPlaces = [meters, readings, readingPointers, meteredUses];

/** Makes a change of a meter's readings the only one at its time. */
const readingsLock = ({ brand_id, id, version, readings_version }: StoredMeter): TransactAction => ({
  Update: {
    Key: { ...meters.key({ brand_id, id }) },
    UpdateExpression: 'SET readings_version = :next',
    ConditionExpression: 'readings_version = :before AND version = :version',
    ExpressionAttributeValues: {
      ':before': readings_version,
      ':next': readings_version + 1,
      ':version': version,
    },
  },
});

interface Neighbors {
  readonly before: StoredReading | undefined;
  readonly after: StoredReading | undefined;
}

/** The readings next to a time, strongly consistent, without this reading. */
async function neighborsOf({ brand_id, meter_id, read_at, id }: StoredReading): Promise<Neighbors> {
  const first = async (range: {
    readonly from?: string;
    readonly to?: string;
    readonly newestFirst?: true;
  }) => {
    const { data } = await readings.page({ brand_id, meter_id }, { limit: 2, ...range });
    return data.find((one) => one.id !== id);
  };
  const [before, after] = await Promise.all([
    first({ to: `${read_at}~`, newestFirst: true }),
    first({ from: `${read_at}~` }),
  ]);
  return { before, after };
}

interface ReadingChange {
  readonly meter: StoredMeter;
  /** The reading before a correction. */
  readonly earlier?: StoredReading;
  readonly reading: StoredReading;
}

/**
 * The writes of a new or corrected reading, with the use before and after it and the figures of analytics, and the reading as it is
 * shown. Another change of the readings of the meter fails them.
 *
 * @throws ApiError reading_does_not_fit
 */
export async function readingWrites({
  meter: of,
  earlier,
  reading,
}: ReadingChange): Promise<{ readonly shown: Reading; readonly writes: readonly TransactAction[] }> {
  const { before, after } = await neighborsOf(reading);
  const { used, usedAfter } = fitReading({ before, reading, after }, of.unit);
  const moved = earlier !== undefined && earlier.read_at !== reading.read_at ? earlier : undefined;
  const left = moved ? await useWithout(moved, reading, of) : noUse;
  const isFirst = used === undefined || before === undefined;
  const uses = {
    stored: [
      ...left.stored,
      ...(isFirst ? [] : [useOf(reading, before, used)]),
      ...(usedAfter === undefined || after === undefined ? [] : [useOf(after, reading, usedAfter)]),
    ],
    // The first reading of a meter has no use, also if it had one before a correction.
    removed: [...left.removed, ...(isFirst ? [useKeyOf(reading)] : [])],
  };
  return {
    shown: shownReading(reading, used),
    writes: [
      readingsLock(of),
      ...(earlier !== undefined && moved === undefined
        ? [readings.replace(earlier, reading)]
        : [...(moved ? [readings.remove(moved)] : []), readings.insert(reading)]),
      earlier ? readingPointers.put(pointerOf(reading)) : readingPointers.insert(pointerOf(reading)),
      ...(await useWrites(uses)),
    ],
  };
}

const pointerOf = ({ brand_id, meter_id, id, read_at }: StoredReading) => ({
  brand_id,
  meter_id,
  id,
  read_at,
});

type UseKey = Parameters<typeof meteredUses.key>[0];

interface UseChange {
  readonly stored: readonly StoredUse[];
  readonly removed: readonly UseKey[];
}

const noUse: UseChange = { stored: [], removed: [] };

/** What becomes of the uses at the earlier time of a reading, where its neighbors meet. */
async function useWithout(
  moved: StoredReading,
  reading: StoredReading,
  { unit }: StoredMeter,
): Promise<UseChange> {
  const { before, after } = await neighborsOf(moved);
  const removed = [useKeyOf(moved)];
  // Between the same neighbors the new place has both uses.
  const isBetween =
    (before === undefined || before.read_at < reading.read_at) &&
    (after === undefined || reading.read_at < after.read_at);
  if (isBetween || after === undefined) return { stored: [], removed };
  if (before === undefined) return { stored: [], removed: [...removed, useKeyOf(after)] };
  // A reading that moves behind its next neighbor becomes the one before or after it, which is stored with the new place.
  return { stored: [useOf(after, before, usedBetween(before, after, unit))], removed };
}

const useKeyOf = ({ brand_id, read_at, id }: StoredReading): UseKey => ({
  brand_id,
  to: read_at,
  reading_id: id,
});

const useOf = (reading: StoredReading, before: StoredReading, litres: Big): StoredUse => ({
  ...useKeyOf(reading),
  meter_id: reading.meter_id,
  ...(reading.field_id !== undefined && { field_id: reading.field_id }),
  from: before.read_at,
  litres,
});

/** The writes that store and remove uses, and move the figures of analytics along. */
async function useWrites({ stored, removed }: UseChange): Promise<readonly TransactAction[]> {
  const earlier = await meteredUses.findMany([...stored, ...removed]);
  const isStored = (use: StoredUse) =>
    stored.some(({ to, reading_id }) => to === use.to && reading_id === use.reading_id);
  return [
    ...stored.map((use) => meteredUses.put(use)),
    ...earlier.filter((use) => !isStored(use)).map((use) => meteredUses.remove(use)),
    ...figureActions([
      ...earlier.flatMap((use) => meteredChanges(use, -1n)),
      ...stored.flatMap((use) => meteredChanges(use, 1n)),
    ]),
  ];
}

const shownReading = (reading: StoredReading, used: Big | undefined): Reading =>
  readingSchema.parse({ ...reading, used: used === undefined ? null : volumeOf(used) });

/** Readings, newest first, each with the water since the reading before it. */
export async function readReadings(
  { brand_id, id, unit }: StoredMeter,
  page: PageRequest,
): Promise<StoredPage<Reading>> {
  const { data, nextCursor } = await readings.page(
    { brand_id, meter_id: id },
    { ...page, newestFirst: true },
  );
  const oldest = data.at(-1);
  const before = oldest && nextCursor !== null ? (await neighborsOf(oldest)).before : undefined;
  const shown = data.map((reading, index) => {
    const previous = data[index + 1] ?? before;
    return shownReading(reading, previous && usedBetween(previous, reading, unit));
  });
  return { data: shown, nextCursor };
}
