import type { Big } from 'big.js';
import { type CounterReading, fitReading, usedBetween } from '#commerce/water/readings.ts';
import { volumeOf } from '#commerce/water/volume.ts';
import { type Reading, reading as readingSchema } from '#contract/commerce/water-meters.ts';
import { fieldsOf, getItem, type Item, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type PageRequest, queryItems, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { usesFigures } from './metered-uses.ts';
import { readingIdKey, readingKey, readingsOf, useKey } from './water-keys.ts';
import { readingsLock, type StoredMeter } from './water-records.ts';

/** A reading as it is stored; its use is that of its neighbors. */
export type StoredReading = Omit<Reading, 'used'> & CounterReading;

const storedNames = [...fieldsOf(readingSchema).filter((name) => name !== 'used'), 'rollover_at'];
const readingFrom = (item: Item) => resourceOf<StoredReading>(item, storedNames);

interface Neighbors {
  readonly before: StoredReading | undefined;
  readonly after: StoredReading | undefined;
}

/** The readings next to a time, strongly consistent, without the reading `except`. */
async function neighborsOf(
  table: Table,
  { brand_id, meter_id, read_at, id }: StoredReading,
): Promise<Neighbors> {
  const part = readingsOf(brand_id, meter_id);
  const first = async (range: object) => {
    for await (const item of queryItems(table, { ...part, ...range }, { pageSize: 2 })) {
      if (item['id'] !== id) return readingFrom(item);
    }
    return undefined;
  };
  const [before, after] = await Promise.all([
    first({ to: `${read_at}~`, newestFirst: true }),
    first({ from: `${read_at}~` }),
  ]);
  return { before, after };
}

interface ReadingChange {
  readonly stored: StoredMeter;
  /** The reading before a correction. */
  readonly earlier?: StoredReading;
  readonly reading: StoredReading;
  /** Actions of the same transaction, given the reading as it is shown. */
  others(shown: Reading): readonly TransactAction[];
}

/**
 * Stores a new or corrected reading with the use before and after it, and the figures of analytics, in one transaction.
 *
 * @throws ApiError reading_does_not_fit, ConditionFailed when another reading came first
 */
export async function storeReading(table: Table, change: ReadingChange): Promise<Reading> {
  const { stored, earlier, reading } = change;
  const { unit } = stored.meter;
  const { before, after } = await neighborsOf(table, reading);
  const { used, usedAfter } = fitReading({ before, reading, after }, unit);
  const shown = { ...shownFields(reading), used: used === undefined ? null : volumeOf(used) };
  const moved = earlier !== undefined && earlier.read_at !== reading.read_at ? earlier : undefined;
  const changes: readonly TransactAction[] = [
    ...(moved === undefined ? [] : await withoutEarlier(table, stored, moved, reading)),
    { Put: { Item: readingItem(reading) } },
    earlier === undefined ? insertion(pointerItem(reading)) : { Put: { Item: pointerItem(reading) } },
    ...(used === undefined || before === undefined
      ? await removedUse(table, reading)
      : [useAction(reading, before.read_at, used)]),
    ...(usedAfter === undefined || after === undefined ? [] : [useAction(after, reading.read_at, usedAfter)]),
  ];
  await transact(table, [
    readingsLock(stored),
    ...changes,
    ...(await usesFigures(table, reading.brand_id, changes)),
    ...change.others(shown),
  ]);
  return shown;
}

/** The actions that take a reading from its earlier time, where its neighbors meet. */
async function withoutEarlier(
  table: Table,
  { meter }: StoredMeter,
  moved: StoredReading,
  reading: StoredReading,
): Promise<readonly TransactAction[]> {
  const { before, after } = await neighborsOf(table, moved);
  const { brand_id, meter_id, read_at, id } = moved;
  const removal = [
    { Delete: { Key: { ...readingKey(brand_id, meter_id, read_at, id) } } },
    { Delete: { Key: { ...useKey(brand_id, read_at, id) } } },
  ];
  // Between the same neighbors the new place has both uses.
  const isBetween =
    (before === undefined || before.read_at < reading.read_at) &&
    (after === undefined || reading.read_at < after.read_at);
  if (isBetween || after === undefined) return removal;
  if (before === undefined) {
    return [...removal, { Delete: { Key: { ...useKey(brand_id, after.read_at, after.id) } } }];
  }
  // A reading that moves behind its next neighbor becomes the one before or after it, which is stored with the new place.
  const joined = usedBetween(before, after, meter.unit);
  return [...removal, useAction(after, before.read_at, joined)];
}

/** The first reading of a meter has no use, also if it had one before a correction. */
async function removedUse(table: Table, { brand_id, read_at, id }: StoredReading) {
  const key = useKey(brand_id, read_at, id);
  return (await getItem(table, key)) === undefined ? [] : [{ Delete: { Key: { ...key } } }];
}

const useAction = (reading: StoredReading, from: string, litres: Big): TransactAction => ({
  Put: {
    Item: {
      ...useKey(reading.brand_id, reading.read_at, reading.id),
      ...(reading.field_id !== undefined && { field_id: reading.field_id }),
      meter_id: reading.meter_id,
      from,
      to: reading.read_at,
      litres: litres.toFixed(),
    },
  },
});

const readingItem = (reading: StoredReading) =>
  itemOf(readingKey(reading.brand_id, reading.meter_id, reading.read_at, reading.id), reading);

const pointerItem = ({ brand_id, meter_id, id, read_at }: StoredReading) => ({
  ...readingIdKey(brand_id, meter_id, id),
  read_at,
});

const shownFields = ({ rollover_at, ...fields }: StoredReading): Omit<Reading, 'used'> => fields;

export async function findReading(
  table: Table,
  { meter }: StoredMeter,
  id: string,
): Promise<StoredReading | undefined> {
  const { brand_id, id: meterId } = meter;
  const pointer = await getItem(table, readingIdKey(brand_id, meterId, id));
  if (pointer === undefined) return undefined;
  const item = await getItem(table, readingKey(brand_id, meterId, String(pointer['read_at']), id));
  return item && readingFrom(item);
}

/** Readings, newest first, each with the water since the reading before it. */
export async function readReadings(
  table: Table,
  { meter }: StoredMeter,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<Reading>> {
  const { brand_id, id, unit } = meter;
  const range = { ...readingsOf(brand_id, id), newestFirst: true };
  const { data, nextCursor } = await queryPage(
    table,
    { list: ['readings', brand_id, id], limit, cursor, range },
    readingFrom,
  );
  const oldest = data.at(-1);
  const before = oldest && nextCursor !== null ? (await neighborsOf(table, oldest)).before : undefined;
  const shown = data.map((reading, index) => {
    const previous = data[index + 1] ?? before;
    const used = previous === undefined ? null : volumeOf(usedBetween(previous, reading, unit));
    return { ...shownFields(reading), used };
  });
  return { data: shown, nextCursor };
}
