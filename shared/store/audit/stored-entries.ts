import { type AuditEntry, readEntry } from '#audit/entries/entry.ts';
import { type Item, queryAll, queryOnce } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { blockOf, blockPartition, entrySortKey } from './audit-keys.ts';
import { unpackFollowing } from './entry-packs.ts';

/** Ids of a block that are closer than this are read by one query. */
const maxGap = 16;

/** The existing entries with these ids, which decrease; strongly consistent. */
export async function readEntries(
  table: Table,
  chain: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AuditEntry>> {
  const wanted = new Set(ids);
  const found = await Promise.all(stretchesOf(ids).map((stretch) => readStretch(table, chain, stretch)));
  return new Map(found.flat().flatMap((entry) => (wanted.has(entry.id) ? [[entry.id, entry]] : [])));
}

/** The item with the entry of this id, or before it if there is none; strongly consistent. */
export async function itemAt(
  table: Table,
  chain: string,
  id: number,
  attributes?: string,
): Promise<Item | undefined> {
  const { Items } = await queryOnce(table, {
    ...itemsDown(chain, id),
    Limit: 1,
    ...(attributes !== undefined && { ProjectionExpression: attributes }),
  });
  return Items?.[0];
}

/** The entries of an item; none if it is not readable. */
export function entriesOf(item: Item): readonly AuditEntry[] {
  const first = readEntry(item);
  if (first === undefined) return [];
  const { following } = item;
  return following === undefined ? [first] : [first, ...(unpackFollowing(first, following) ?? [])];
}

interface Stretch {
  readonly high: number;
  readonly low: number;
}

/** Cuts ids, which decrease, where a block ends or a gap is wide. */
function stretchesOf(ids: readonly number[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const id of ids) {
    const last = stretches.at(-1);
    if (last && last.low - id <= maxGap && blockOf(last.low) === blockOf(id))
      stretches[stretches.length - 1] = { ...last, low: id };
    else stretches.push({ high: id, low: id });
  }
  return stretches;
}

/** The entries of a stretch, and others of the items that have them. */
async function readStretch(
  table: Table,
  chain: string,
  { high, low }: Stretch,
): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  // An item has at least one entry.
  for await (const items of queryAll(table, { ...itemsDown(chain, high), Limit: high - low + 1 })) {
    entries.push(...items.flatMap(entriesOf));
    const begin = Number(items.at(-1)?.['sk'] ?? 0);
    if (begin <= low) break;
  }
  return entries;
}

/** The items of a block from the one with the entry of this id down. */
const itemsDown = (chain: string, id: number) => ({
  KeyConditionExpression: 'pk = :pk AND sk <= :high',
  ExpressionAttributeValues: {
    ':pk': blockPartition(chain, blockOf(id)),
    ':high': entrySortKey(id),
  },
  ScanIndexForward: false,
});
