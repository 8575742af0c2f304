import type { Charge } from '../capacity/limits.ts';
import { contentDigest, type Item, itemBytes, writeUnits } from './item-size.ts';

/** Keys of a table and its global secondary indexes. */
export interface TableKeys {
  readonly name: string;
  readonly partition: string;
  readonly sort: string | undefined;
  readonly indexes: readonly IndexKeys[];
}

interface IndexKeys {
  readonly name: string;
  readonly partition: string;
  readonly sort: string | undefined;
  /** Projected attributes besides the keys; undefined for all. */
  readonly projected: readonly string[] | undefined;
}

/** What the units of the next write depend on. */
export interface StoredSize {
  readonly bytes: number;
  /** Entries of the item in the indexes, in their order. */
  readonly entries: readonly (IndexEntry | undefined)[];
}

interface IndexEntry {
  readonly partition: string;
  readonly sort: string;
  readonly bytes: number;
  readonly digest: string;
}

/** Text of a key attribute, which identifies a partition. */
export const keyText = (item: Item, attribute: string | undefined): string =>
  attribute === undefined ? '' : String(Object.values(item[attribute] ?? {})[0] ?? '');

export const sizeOf = (keys: TableKeys, item: Item): StoredSize => {
  const digest = keys.indexes.length === 0 ? '' : contentDigest(item);
  return {
    bytes: itemBytes(item),
    entries: keys.indexes.map((index) => entryOf(keys, index, item, digest)),
  };
};

function entryOf(keys: TableKeys, index: IndexKeys, item: Item, digest: string): IndexEntry | undefined {
  const isIndexed = index.partition in item && (index.sort === undefined || index.sort in item);
  if (!isIndexed) return undefined;
  const entry = { partition: keyText(item, index.partition), sort: keyText(item, index.sort) };
  if (index.projected === undefined) return { ...entry, bytes: itemBytes(item), digest };
  const names = new Set([keys.partition, keys.sort, index.partition, index.sort, ...index.projected]);
  const projection = Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name)));
  return { ...entry, bytes: itemBytes(projection), digest: contentDigest(projection) };
}

/**
 * Units of a write for the table: of the larger of the item before and after it, twice in a transaction. A write whose
 * condition fails costs the same, and a condition check costs as much as a write.
 */
export function tableCharge(
  keys: TableKeys,
  partition: string,
  { before, after, isTransaction }: Change,
): Charge {
  const units = Math.max(writeUnits(before?.bytes ?? 0), writeUnits(after?.bytes ?? 0));
  return { table: keys.name, partition, kind: 'write', units: isTransaction ? 2 * units : units };
}

interface Change {
  readonly before: StoredSize | undefined;
  readonly after: StoredSize | undefined;
  readonly isTransaction: boolean;
}

/**
 * Units of a write for the indexes: none if the entry does not change, one write if it appears, disappears or changes, two
 * if its key changes. Transactions do not count twice, because DynamoDB updates indexes after the transaction.
 */
export function indexCharges(keys: TableKeys, { before, after }: Omit<Change, 'isTransaction'>): Charge[] {
  return keys.indexes.flatMap(({ name }, position) => {
    const [then, now] = [before?.entries[position], after?.entries[position]];
    const write = (partition: string, bytes: number): Charge => ({
      table: keys.name,
      index: name,
      partition,
      kind: 'write',
      units: writeUnits(bytes),
    });
    if (then && now && then.partition === now.partition && then.sort === now.sort) {
      return then.digest === now.digest ? [] : [write(now.partition, Math.max(then.bytes, now.bytes))];
    }
    return [then, now].flatMap((entry) => (entry ? [write(entry.partition, entry.bytes)] : []));
  });
}
