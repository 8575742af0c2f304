import type { ValidInput } from '#contract/endpoint.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { keyed, pointer, record, resource } from '#store/commerce/record.ts';
import { decodeCursor, encodeCursor } from '#store/dynamodb/cursor.ts';
import type { Item } from '#store/dynamodb/items.ts';
import { queryItems, type StoredPage } from '#store/dynamodb/query-page.ts';
import { readNumber, type StoredNumber, storeNumber } from '#store/dynamodb/stored-number.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { rangeIn } from '#store/records/place.ts';
import { orderedFields } from '#store/records/record.ts';
import { waterFiguresActions } from '../reports/water-figure-records.ts';
import {
  type OfflineEntry,
  type searchWaterLogs,
  type WaterLog,
  type WaterLogChange,
  type WaterLogInput,
  type WaterLogReplacement,
  waterLog,
  waterLogChange,
  waterLogListSize,
  waterLogPointer,
} from './contract.ts';

/** A new irrigation entry, logged now unless the input has a time. */
export function newWaterLog(
  input: WaterLogInput,
  { id, now }: { readonly id: string; readonly now: Date },
): WaterLog {
  const time = now.toISOString();
  return { id, ...input, logged_at: input.logged_at ?? time, created_at: time, version: 1 };
}

/** The entry with its members replaced and the next version. Without a time, the earlier one stays. */
export function replaceWaterLog(
  { id, brand_id, logged_at, created_at, version }: WaterLog,
  { reason, ...replacement }: WaterLogReplacement,
  now: Date,
): WaterLog {
  return {
    ...{ id, brand_id, ...replacement },
    logged_at: replacement.logged_at ?? logged_at,
    created_at,
    updated_at: now.toISOString(),
    version: version + 1,
  };
}

/** Whether an entry is the one that a device sends again, unchanged since. */
export function isSameEntry(stored: WaterLog, { id, ...sent }: OfflineEntry): boolean {
  const { id: _, brand_id, created_at, updated_at, version, ...members } = stored;
  const names = new Set([...Object.keys(sent), ...Object.keys(members)]);
  const valueIn = (entry: object, name: string): unknown =>
    Object.entries(entry).find(([key]) => key === name)?.[1];
  return [...names].every((name) => valueIn(members, name) === valueIn(sent, name));
}

const ofLogs = { records: 'water-logs', pk: 'WATERLOGS#{brand_id}', person: 'none' } as const;

/** Irrigation entries by time. Their gallons may be any number. */
export const waterLogs = record({
  ...ofLogs,
  name: 'water log',
  schema: waterLog,
  sk: 'WATER#{logged_at}#{id}',
  stored: { write: withStoredGallons, read: logFrom },
  exported: 'water-logs',
});

/** Entries by id, also the deleted ones. */
export const waterLogPointers = record({
  ...ofLogs,
  name: 'water log, by id',
  schema: waterLogPointer,
  sk: 'WATERID#{id}',
  unchangedBy: ['logged_at', 'deleted_at'],
  exported: pointer,
});

/** The entry with an id, unless it was deleted. */
export const waterLogsById = resource({
  of: waterLog,
  async load(keys) {
    const place = await waterLogPointers.load(keys);
    return place && place.deleted_at === undefined ? waterLogs.find(place) : undefined;
  },
});

/** What entries were before each change. The functions that delete entries cannot delete these. */
export const waterLogChanges = record({
  name: 'change of water log',
  schema: waterLogChange,
  records: 'farm',
  pk: 'FARM#{brand_id}',
  sk: 'HISTORY#{id}#{version:9}',
  facts: ({ before: { brand_id, id } }) => ({ brand_id, id }),
  stored: {
    write: (change) => ({ ...change, before: withStoredGallons(change.before) }),
    read: (item) => waterLogChange.parse({ ...item, before: logFrom(Object(item['before'])) }),
  },
  exported: 'water-log-changes',
  ...keyed,
  person: 'none',
});

/** All that the capability stores. */
export const waterLogPlaces = [waterLogs, waterLogPointers, waterLogChanges];

function withStoredGallons(log: WaterLog) {
  return { ...log, gallons: storeNumber(log.gallons) };
}

function logFrom(item: Item): WaterLog {
  // All entries are written by their records.
  const stored = orderedFields(waterLog, item) as Omit<WaterLog, 'gallons'> & { gallons: StoredNumber };
  return { ...stored, gallons: readNumber(stored.gallons) };
}

/** The writes of a new entry. */
export const insertLog = (log: WaterLog): readonly TransactAction[] => [
  waterLogs.insert(log),
  waterLogPointers.insert(waterLogPointer.parse(log)),
  ...waterFiguresActions(undefined, log),
];

/** Why and when an entry changes. */
interface ChangeNote {
  readonly reason?: string | undefined;
  readonly now: Date;
}

/** The writes that replace an entry, keep it as it was, and move the figures of analytics. */
export function replaceLog(before: WaterLog, after: WaterLog, note: ChangeNote): readonly TransactAction[] {
  const isMoved = before.logged_at !== after.logged_at;
  return [
    ...(isMoved
      ? [
          waterLogs.remove(before),
          waterLogs.insert(after),
          waterLogPointers.put(waterLogPointer.parse(after)),
        ]
      : [waterLogs.replace(before, after)]),
    waterLogChanges.insert(changeOf(before, 'edited', note)),
    ...waterFiguresActions(before, after),
  ];
}

/** The writes that delete an entry, keep it as it was, and lower the figures of analytics. Its id stays taken. */
export const removeLog = (log: WaterLog, note: ChangeNote): readonly TransactAction[] => [
  waterLogs.remove(log),
  waterLogPointers.put({ ...waterLogPointer.parse(log), deleted_at: note.now.toISOString() }),
  waterLogChanges.insert(changeOf(log, 'deleted', note)),
  ...waterFiguresActions(log, undefined),
];

const changeOf = (
  before: WaterLog,
  change: WaterLogChange['change'],
  { reason, now }: ChangeNote,
): WaterLogChange => ({
  version: before.version + 1,
  change,
  changed_at: now.toISOString(),
  ...(reason !== undefined && { reason }),
  before,
});

/** The latest entries of a brand, latest first, strongly consistent. */
export async function latestWaterLogs(brand_id: string): Promise<readonly WaterLog[]> {
  const page = { limit: waterLogListSize, newestFirst: true };
  return (await waterLogs.page({ brand_id }, page)).data;
}

/** Maximum entries that one page reads, because a filter may leave out most of them. */
const maxRead = 2000;

/**
 * Entries by time and field, newest first. Times are RFC 3339 UTC, both ends included. A page may be short and still have a
 * cursor.
 *
 * @throws ApiError invalid_cursor
 */
export async function searchLogs({
  brand_id,
  from,
  to,
  field_id,
  limit,
  cursor,
}: ValidInput<typeof searchWaterLogs>['query']): Promise<StoredPage<WaterLog>> {
  const list = ['water logs', brand_id, from, to, field_id];
  const after = cursor === undefined ? undefined : decodeCursor(list, cursor);
  const all = rangeIn(waterLogs.name, [waterLogs.pk, waterLogs.sk], { brand_id });
  const range = { ...all, from, to: to && `${to}~`, newestFirst: true };
  const data: WaterLog[] = [];
  let position = '';
  let count = 0;
  const pageSize = field_id === undefined ? limit + 2 : 500;
  for await (const item of queryItems(commerceTable, range, { after, pageSize })) {
    if (data.length === limit || count === maxRead) {
      return { data, nextCursor: encodeCursor(list, position) };
    }
    if (field_id === undefined || item['field_id'] === field_id) data.push(waterLogs.read(item));
    position = String(item['sk']);
    count++;
  }
  return { data, nextCursor: null };
}
