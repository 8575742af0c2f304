import { commercePlaces } from '#store/commerce/places.ts';
import type { CommercePlace, Lead } from '#store/commerce/record.ts';
import { getItem, type Item, recordOf } from '#store/dynamodb/items.ts';
import { type ItemRange, queryPages } from '#store/dynamodb/query-page.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { type Facts, factNames, keyPrefix, keyText } from '#store/records/key-pattern.ts';
import { factsIn, placeOf, rangeIn } from '#store/records/place.ts';
import { type Cell, csvText } from '../csv.ts';
import { type OwnedBrand, type WalkPosition, walkStart } from './rules.ts';

/** A part of the table: a whole partition, the keys with a prefix, or one item. */
export type OwnedRange =
  | { readonly pk: string; readonly prefix?: string }
  | { readonly pk: string; readonly sk: string };

/**
 * Items in partitions that the brand alone has. Where a key does not name the brand, other items of the brand lead to it, so
 * those are removed later: the order of the areas matters.
 */
export interface OwnedArea {
  /** Names of its places. */
  readonly places: readonly string[];
  /** Items that lead to the ranges, each range read in the order of its keys. */
  readonly leads?: (brand: OwnedBrand) => readonly ItemRange[];
  /** Without leads, called once with an empty item. */
  readonly ranges: (brand: OwnedBrand, lead: Item, now: Date) => readonly OwnedRange[];
  /** Holds nothing to export. */
  readonly isHidden: boolean;
}

/**
 * Every part of the table that a brand owns, in the order in which it can be removed, from the declarations of its places.
 *
 * @throws TypeError for a place whose items cannot be found
 */
export function areasOf(places: readonly CommercePlace[]): readonly OwnedArea[] {
  const byName = new Map(places.map((place) => [place.name, place]));
  const leader = ({ by }: Lead): CommercePlace => {
    const found = byName.get(by);
    if (found) return found;
    throw new TypeError(`No place is called ${by}`);
  };
  const led = places.flatMap((place) =>
    leadsOf(place).map((lead) => ({
      place,
      lead,
      isHidden: lead.again ?? typeof place.exported !== 'string',
    })),
  );
  const areasByLead = [...Map.groupBy(led, ({ lead, isHidden }) => `${lead.by} ${isHidden}`).values()];
  return [
    ...areasByLead.map((some) => areaOfLeads(places, leader, some)),
    // After those to which they lead.
    ...places.filter((place) => place.found === undefined && !isOwnPartition(place)).map(areaOfIndex),
    ...places.flatMap(areaOfAll),
    ...[...Map.groupBy(places.filter(isOwnPartition), ({ pk }) => pk).values()].map(areaOfPartition),
  ];
}

const leadsOf = ({ found }: CommercePlace): readonly Lead[] => (isList(found) ? found : []);
const isList = (found: CommercePlace['found']): found is readonly Lead[] => Array.isArray(found);

/** Whether the partition has the brand alone. */
const isOfBrand = (pattern: string): boolean => factNames(pattern).join() === 'brand_id';
/** Whether the partitions of the place are known from the brand. */
const isOwnPartition = ({ pk, found }: CommercePlace): boolean =>
  found === undefined ? isOfBrand(pk) : 'among' in found;

/** Where the items of a place are listed by brand: in its partition, or in that of an index. */
function listOf({ name, pk, sk, indexes }: CommercePlace): (brand: OwnedBrand) => ItemRange {
  if (isOfBrand(pk)) return ({ id }) => rangeIn(name, [pk, sk], { brand_id: id });
  for (const index of ['gsi1', 'gsi2'] as const) {
    const keys = indexes?.[index];
    if (keys && isOfBrand(keys[0]))
      return ({ id }) => ({ pk: rangeIn(name, keys, { brand_id: id }).pk, index });
  }
  throw new TypeError(`The items of ${name} of a brand cannot be found`);
}

interface Led {
  readonly place: CommercePlace;
  readonly lead: Lead;
  readonly isHidden: boolean;
}

function areaOfLeads(
  places: readonly CommercePlace[],
  leader: (lead: Lead) => CommercePlace,
  [first, ...others]: readonly Led[],
): OwnedArea {
  if (first === undefined) throw new TypeError('An area has no places');
  const by = leader(first.lead);
  const list = listOf(by);
  const some = [first, ...others];
  const partitions = [...Map.groupBy(some, ({ place }) => place.pk).entries()].map(([pk, all]) => {
    const every = places.filter((place) => place.pk === pk);
    return { pk, some: all, isWhole: every.length === all.length };
  });
  return {
    places: some.map(({ place }) => place.name),
    leads: (brand) => [list(brand)],
    ranges: ({ id }, item) => {
      const known = { ...item, ...factsIn(by, item), brand_id: id };
      return partitions.flatMap((one) => rangesIn(one, known));
    },
    isHidden: first.isHidden,
  };
}

/** The items in a partition that a lead names: all of them, those with a prefix, or single ones. */
function rangesIn(
  {
    pk: pattern,
    some,
    isWhole,
  }: { readonly pk: string; readonly some: readonly Led[]; readonly isWhole: boolean },
  known: Facts,
): readonly OwnedRange[] {
  const ranges = some.flatMap(({ place, lead }) => {
    const facts = { brand_id: known['brand_id'], ...lead.facts(known) };
    const pk = keyText(pattern, facts);
    if (pk === undefined) return [];
    const sk = keyText(place.sk, facts);
    return [sk === undefined ? { pk, prefix: keyPrefix(place.sk, facts) } : { pk, sk }];
  });
  const [part] = ranges.filter((range) => 'prefix' in range);
  return isWhole && part ? [{ pk: part.pk }] : ranges;
}

const keyOf = ({ pk, sk }: Item): OwnedRange => ({ pk: String(pk), sk: String(sk) });

function areaOfIndex(place: CommercePlace): OwnedArea {
  const list = listOf(place);
  return {
    places: [place.name],
    leads: (brand) => [list(brand)],
    ranges: (_, lead) => (lead['pk'] === undefined ? [] : [keyOf(lead)]),
    isHidden: typeof place.exported !== 'string',
  };
}

/** Items of the brand among those of all brands. */
function areaOfAll({ name, found, exported }: CommercePlace): readonly OwnedArea[] {
  if (found === undefined || !('in' in found)) return [];
  const ranges: OwnedArea['ranges'] = ({ id }, lead) => (found.isOf(id, lead) ? [keyOf(lead)] : []);
  return [{ places: [name], leads: () => found.in, ranges, isHidden: typeof exported !== 'string' }];
}

function areaOfPartition(some: readonly CommercePlace[]): OwnedArea {
  const [first] = some;
  const { pk: pattern = '', found } = first ?? {};
  return {
    places: some.map(({ name }) => name),
    ranges: ({ id, created_at }, _, now) => {
      const parts = found && 'among' in found ? found.among(new Date(created_at), now) : [{}];
      return parts.flatMap((facts) => {
        const pk = keyText(pattern, { ...facts, brand_id: id });
        return pk === undefined ? [] : [{ pk }];
      });
    },
    isHidden: some.every(({ exported }) => typeof exported !== 'string'),
  };
}

const ownedAreas: readonly OwnedArea[] = areasOf(commercePlaces);

/** Ranges that are visited together, and the position after them. */
export interface WalkStep {
  readonly area: OwnedArea;
  readonly ranges: readonly OwnedRange[];
  readonly next: WalkPosition;
}

/** Leads whose ranges are visited together. */
const leadsAtOnce = 25;

/**
 * The parts of the table that a brand owns, from a position on. A step that was not completed is repeated when the walk
 * continues from the position before it.
 */
export async function* walkAreas(
  table: Table,
  brand: OwnedBrand,
  { now, from = walkStart }: { readonly now: Date; readonly from?: WalkPosition },
): AsyncGenerator<WalkStep> {
  for (const [index, area] of ownedAreas.entries()) {
    if (index < from.area) continue;
    const start = index === from.area ? from : { area: index, range: 0 };
    if (area.leads === undefined) {
      yield { area, ranges: area.ranges(brand, {}, now), next: { area: index + 1, range: 0 } };
    } else {
      const rangesOf = (lead: Item) => area.ranges(brand, lead, now);
      for await (const step of walkLeads(table, { leads: area.leads(brand), rangesOf }, start)) {
        yield { area, ...step };
      }
    }
  }
}

interface LedRanges {
  readonly leads: readonly ItemRange[];
  rangesOf(lead: Item): readonly OwnedRange[];
}

/** Neighboring leads with the same range, such as water logs of one month, lead to it once. */
async function* walkLeads(
  table: Table,
  { leads: sources, rangesOf }: LedRanges,
  start: WalkPosition,
): AsyncGenerator<Pick<WalkStep, 'ranges' | 'next'>> {
  for (const [index, range] of sources.entries()) {
    if (index < start.range) continue;
    // Sort keys of this index are times, which are not unique, so it is read again from its start.
    const after = index === start.range && range.index !== 'gsi2' ? start.after : undefined;
    const led =
      after === undefined
        ? undefined
        : rangesOf(range.index === undefined ? { pk: range.pk, sk: after } : {}).at(-1);
    let last = led && rangeName(led);
    for await (const leads of queryPages(table, range, { after, pageSize: leadsAtOnce })) {
      const lastKey = leads.at(-1)?.[`${range.index ?? ''}sk`];
      if (lastKey === undefined) continue;
      const ranges = leads.flatMap(rangesOf).filter((one) => {
        const isNew = rangeName(one) !== last;
        last = rangeName(one);
        return isNew;
      });
      yield { ranges, next: { ...start, range: index, after: String(lastKey) } };
    }
    yield { ranges: [], next: { ...start, range: index + 1, after: undefined } };
  }
}

/** A range as one text. */
export const rangeName = (range: OwnedRange): string => JSON.stringify(range);

/** A record as it is exported. */
export type ExportedRecord = Readonly<Record<string, unknown>>;

/** A record as one line of JSON. Sets become arrays, bytes base64 text, and fields of inner objects are sorted. */
export const recordLine = (record: ExportedRecord): string => `${JSON.stringify(record, plainValue)}\n`;

function plainValue(name: string, value: unknown): unknown {
  if (value instanceof Set) return [...value].sort();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (typeof value === 'bigint') return String(value);
  if (name === '' || typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  // DynamoDB does not keep the order of attributes.
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Columns in the order of their first appearance, with those of more records. */
export const mergedColumns = (
  columns: readonly string[],
  records: readonly ExportedRecord[],
): readonly string[] => [...new Set([...columns, ...records.flatMap(Object.keys)])];

export const csvHeader = (columns: readonly string[]): string => csvText([columns]);

/** Lines of {@link recordLine} as CSV with these columns. Arrays and objects are JSON text. */
export const csvRows = (lines: readonly string[], columns: readonly string[]): string =>
  csvText(
    lines.map((line) => {
      const record: ExportedRecord = Object(JSON.parse(line));
      return columns.map((column) => cellOf(record[column]));
    }),
  );

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

interface RecordPage {
  /** Records by the file of the archive. */
  readonly records: ReadonlyMap<string, readonly ExportedRecord[]>;
  /** Sort key of the last item. */
  readonly last: string;
}

const pageSize = 500;

/** The records of a range as they are exported, page after page, after a sort key. */
export async function* recordsIn(
  table: Table,
  range: OwnedRange,
  after: string | undefined,
): AsyncGenerator<RecordPage> {
  if ('sk' in range) {
    const item = after === undefined ? await getItem(table, range) : undefined;
    if (item) yield { records: recordsOf([item]), last: range.sk };
    return;
  }
  for await (const items of queryPages(table, range, { after, pageSize })) {
    const last = items.at(-1)?.['sk'];
    if (last !== undefined) yield { records: recordsOf(items), last: String(last) };
  }
}

function recordsOf(items: readonly Item[]): ReadonlyMap<string, readonly ExportedRecord[]> {
  const records = new Map<string, ExportedRecord[]>();
  for (const item of items) {
    const place = placeOf(commercePlaces, item);
    // Items that a newer version has begun to store during a deployment have no place.
    if (typeof place?.exported !== 'string') continue;
    const hidden = new Set(place.hides);
    const plain = withoutTexts(recordOf<Record<string, unknown>>(item), place.texts ?? []);
    const shown = Object.entries(plain).filter(([name]) => !hidden.has(name));
    // DynamoDB does not keep the order of attributes.
    const sorted = shown.sort(([one], [other]) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));
    const record = Object.fromEntries([
      ...(place.keyed ? [['key', shownKey(item)] as const] : []),
      ...sorted,
    ]);
    const file = records.get(place.exported) ?? [];
    file.push(record);
    records.set(place.exported, file);
  }
  return records;
}

/** The record with the values of attributes that are JSON text. */
function withoutTexts(record: ExportedRecord, texts: readonly string[]): ExportedRecord {
  const plain: Record<string, unknown> = { ...record };
  for (const name of texts) {
    const text = plain[name];
    if (typeof text !== 'string') continue;
    const value: unknown = JSON.parse(text);
    delete plain[name];
    Object.assign(plain, Array.isArray(value) ? { [name]: value } : value);
  }
  return plain;
}

const rankOf = (name: string): number => (name === 'id' ? 0 : 1);

/** What the key says beside the brand. */
const shownKey = ({ pk, sk }: Item): string => [...String(pk).split('#').slice(2), String(sk)].join('#');
