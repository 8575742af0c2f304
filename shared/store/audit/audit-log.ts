import type { AuditEntry } from '#audit/entries/entry.ts';
import type { listAuditLog } from '#claims/audit/contract.ts';
import type { auditIndexes } from '#claims/audit/index-fields.ts';
import type { ValidInput } from '#contract/endpoint.ts';
import { decodeCursor, encodeCursor } from '../dynamodb/cursor.ts';
import type { StoredPage } from '../dynamodb/query-page.ts';
import type { Table } from '../dynamodb/table.ts';
import { matchingIds } from './audit-index.ts';
import { storedHead } from './audit-keys.ts';
import { itemAt, readEntries } from './stored-entries.ts';

/** Filters and page of the audit log. Times have the form of `created_at`; both ends are included. */
export type AuditLogQuery = ValidInput<typeof listAuditLog>['query'];

/** Lambda returns at most 6 MB. A page ends early before that limit. */
const maxPageBytes = 4 * 1024 * 1024;

/** Entries per request; each has at most 256 kB of payload. */
const fetchSize = 25;

/** Ids of entries about an entity that an item lists, in no order; the index by entity may lack them. */
export type ReadListedEntries = (entityId: string) => Promise<readonly number[]>;

/** A chain and the lists of its entries beside it. */
export interface AuditLog {
  readonly table: Table;
  readonly chain: string;
  readonly readListed: ReadListedEntries;
}

/**
 * A page of the audit log, newest first. The ids come from the range, or from the indexes of the filters. Binary search
 * turns times into ids, because `created_at` never decreases along the chain. The entries are read with strong
 * consistency.
 *
 * @throws ApiError invalid_cursor
 */
export async function readAuditLog(
  { table, chain, readListed }: AuditLog,
  query: AuditLogQuery,
): Promise<StoredPage<AuditEntry>> {
  const { entity_type, entity_id, event_type, actor, from, to, limit, cursor } = query;
  const list = ['audit log', chain, entity_type, entity_id, event_type, actor, from, to];
  const before = cursor === undefined ? undefined : Number(decodeCursor(list, cursor));
  const { low, high } = await boundsOf(table, chain, { from, to, before });
  const filters = Object.entries({ entity_id, actor, event_type, entity_type }).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field: field as keyof typeof auditIndexes, value }],
  );
  const listed = entity_id === undefined ? [] : await readListed(entity_id);
  const { ids, restBelow } =
    filters.length === 0
      ? newestIds(low, high, limit)
      : await matchingIds(table, chain, { filters, listed, low, high, limit });
  const { entries, unread } = await entriesWith(table, chain, ids);
  const rest = unread === undefined ? restBelow : unread + 1;
  return { data: entries, nextCursor: rest === undefined ? null : encodeCursor(list, String(rest)) };
}

/** Maximum entries about one entity. */
const maxEntries = 1000;

/** Entries about one entity, oldest first; only the newest thousand. */
export async function readEntriesOf(
  log: AuditLog,
  entity_type: string,
  entity_id: string,
): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await readAuditLog(log, { entity_type, entity_id, limit: 200, cursor });
    entries.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && entries.length < maxEntries);
  return entries.reverse();
}

function newestIds(low: number, high: number, limit: number) {
  const last = Math.max(low, high - limit + 1);
  const ids = Array.from({ length: Math.max(0, high - last + 1) }, (_, index) => high - index);
  return { ids, restBelow: last > low ? last : undefined };
}

/** Entries with these ids, in this order, up to the size of a page. `unread` is the first id beyond it. */
async function entriesWith(table: Table, chain: string, ids: readonly number[]) {
  const entries: AuditEntry[] = [];
  let bytes = 0;
  for (let start = 0; start < ids.length; start += fetchSize) {
    const some = ids.slice(start, start + fetchSize);
    const found = await readEntries(table, chain, some);
    for (const id of some) {
      const entry = found.get(id);
      if (!entry) continue;
      bytes += Buffer.byteLength(JSON.stringify(entry));
      if (entries.length > 0 && bytes > maxPageBytes) return { entries, unread: id };
      entries.push(entry);
    }
  }
  return { entries, unread: undefined };
}

interface Span {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly before: number | undefined;
}

async function boundsOf(table: Table, chain: string, { from, to, before }: Span) {
  const head = await storedHead(table, chain);
  const newest = Math.min(head?.sequence ?? 0, (before ?? Number.POSITIVE_INFINITY) - 1);
  const low = from === undefined ? 1 : await firstIdWhere(table, chain, newest, (time) => time >= from);
  const high =
    to === undefined ? newest : (await firstIdWhere(table, chain, newest, (time) => time > to)) - 1;
  return { low, high };
}

/** The least id whose `created_at` fulfills the condition; `newest + 1` if there is none. */
async function firstIdWhere(
  table: Table,
  chain: string,
  newest: number,
  holds: (createdAt: string) => boolean,
): Promise<number> {
  let low = 1;
  let high = newest + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const item = await itemAt(table, chain, middle, 'created_at');
    if (holds(String(item?.['created_at'] ?? ''))) high = middle;
    else low = middle + 1;
  }
  return low;
}
