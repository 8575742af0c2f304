import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ChainAppender } from '#audit/append/appender.ts';
import type { AuditEntry } from '#audit/entries/entry.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { type AuditLogQuery, readAuditLog } from '#store/audit/audit-log.ts';
import { entriesOf, itemAt } from '#store/audit/stored-entries.ts';
import { getItem } from '#store/dynamodb/items.ts';
import { entryListAttribute, type Table, type TransactAction } from '#store/dynamodb/table.ts';
import { sized } from '../../soak.ts';
import { type DynamoEngine, dynamoEngines } from '../dynamodb/dynamo-engine.ts';
import { newAuditTable } from './audit-table.ts';

const length = 600;

/** An action that lists the entries about an entity, as a claim does. */
const listing = (entity: string): TransactAction => ({
  Update: {
    Key: { pk: `ENTITY#${entity}`, sk: 'ENTITY' },
    UpdateExpression: 'SET seen = :seen',
    ExpressionAttributeValues: { ':seen': true },
  },
  listsEntriesOf: entity,
});

const log = (table: Table, chain = 'main') => ({
  table,
  chain,
  async readListed(entity: string) {
    const item = await getItem(table, { pk: `ENTITY#${entity}`, sk: 'ENTITY' });
    const ids = item?.[entryListAttribute];
    return ids instanceof Set ? [...ids].map(Number) : [];
  },
});
const minute = 60_000;
const begin = Date.parse('2026-11-20T00:00:00Z');

async function storedAt(table: Table, id: number) {
  const item = await itemAt(table, 'main', id);
  if (item === undefined) throw new Error(`No item has entry ${id}`);
  return item;
}

const engines = sized('engines under the audit log as a list', { short: 1, soak: 2 });
const numRuns = sized('queries of the audit log', { short: 15, soak: 40 });

const places = dynamoEngines(engines).flatMap(([name, start]) => [
  [name, 'an item each', start] as const,
  [name, 'shared items', start] as const,
]);

describe.each(places)('the audit log as a list, on %s, entries in %s', (_, place, start) => {
  const isShared = place === 'shared items';
  let engine: DynamoEngine;
  let table: Table;
  const entries: AuditEntry[] = [];

  beforeAll(async () => {
    engine = await start();
    table = await newAuditTable(engine);
    // Ten entries share each minute. Entries of another chain in the table must never appear.
    let written = 0;
    const now = () => new Date(begin + Math.floor(written / 10) * minute);
    for (const chain of ['main', 'other']) {
      const appender = new ChainAppender(chainStore(table, table, chain), { now, deadline: 10 * 3_600_000 });
      for (written = 0; written < (chain === 'main' ? length : 50); written += 10) {
        const drafts = Array.from({ length: 10 }, (_, n) => draft(written + n));
        const listed = isShared ? [...new Set(drafts.map(({ entity_id }) => entity_id))] : [];
        const appended = await appender.append(drafts, listed.map(listing));
        if (chain === 'main') entries.push(...appended);
      }
    }
  });
  afterAll(() => engine.stop());

  const draft = (n: number) => ({
    event_type: n % 3 === 0 ? 'claim.rejected' : 'claim.accepted',
    entity_type: n % 7 === 0 ? 'file' : 'claim',
    entity_id: `entity-${n % 11}`,
    actor: n < 300 ? 'early' : n % 100 === 0 ? 'rare' : 'late',
    payload: { n },
  });

  const list = (query: Partial<AuditLogQuery>) => readAuditLog(log(table), { limit: 50, ...query });

  /** All pages, and how many entries each had. */
  async function all(query: Partial<AuditLogQuery>) {
    const found: AuditEntry[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ ...query, cursor });
      found.push(...page.data);
      sizes.push(page.data.length);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return { found, sizes };
  }

  test('returns entries newest first, in pages, as they are stored', async () => {
    const { found, sizes } = await all({ limit: 200 });
    expect(found).toEqual(entries.toReversed());
    expect(sizes).toEqual([200, 200, 200]);
  });

  test('every combination of filters finds the matching entries, page by page', async () => {
    const fits = (entry: AuditEntry, { from, to, limit, cursor, ...fields }: Partial<AuditLogQuery>) =>
      Object.entries(fields).every(
        ([field, value]) => value === undefined || Reflect.get(entry, field) === value,
      ) &&
      (from === undefined || entry.created_at >= from) &&
      (to === undefined || entry.created_at <= to);
    const time = fc.option(
      fc.integer({ min: -2, max: 62 }).map((n) => new Date(begin + n * minute).toISOString()),
      { nil: undefined },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            entity_type: fc.constantFrom('claim', 'file', 'none'),
            entity_id: fc.constantFrom('entity-0', 'entity-5', 'none'),
            event_type: fc.constantFrom('claim.rejected', 'claim.accepted'),
            actor: fc.constantFrom('early', 'late', 'rare'),
            from: time,
            to: time,
            limit: fc.constantFrom(1, 7, 50, 200),
          },
          { requiredKeys: ['limit'] },
        ),
        async (query) => {
          const expected = entries.filter((entry) => fits(entry, query)).toReversed();
          const limit = Math.max(query.limit, Math.ceil(expected.length / 20));
          expect((await all({ ...query, limit })).found).toEqual(expected);
        },
      ),
      { numRuns },
    );
  }, 300_000);

  test('a rare combination is found through the rarest index, in one page', async () => {
    const page = await list({ actor: 'rare', event_type: 'claim.rejected' });
    expect(page.data.map(({ payload_json }) => payload_json)).toEqual(['{"n":300}']);
    expect(page.nextCursor).toBeNull();
  });

  test('entries appended while a client pages do not move its pages', async () => {
    const first = await list({ limit: 10 });
    const appender = new ChainAppender(chainStore(table, table, 'main'), {
      now: () => new Date(begin + 99 * minute),
    });
    entries.push(...(await appender.append([draft(length)])));
    const second = await list({ limit: 10, cursor: first.nextCursor ?? '' });
    expect(second.data[0]?.id).toBe((first.data.at(-1)?.id ?? 0) - 1);
  });

  test('a cursor of another list is refused', async () => {
    const { nextCursor } = await list({ actor: 'late', limit: 1 });
    await expect(list({ actor: 'early', limit: 1, cursor: nextCursor ?? '' })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });

  test('skips a removed item', async () => {
    const item = await storedAt(table, 588);
    await table.client.send(
      new DeleteCommand({ TableName: table.name, Key: { pk: item['pk'], sk: item['sk'] } }),
    );
    const removed = entriesOf(item).map(({ id }) => id);
    expect(removed).toContain(588);
    expect(removed.length > 1).toBe(isShared);
    const { found } = await all({ limit: 50 });
    expect(found).toEqual(entries.filter(({ id }) => !removed.includes(id)).toReversed());
  });

  test('ends a page of large entries before the size limit', async () => {
    const large = await newAuditTable(engine);
    const appender = new ChainAppender(chainStore(large, large, 'main'));
    for (let n = 0; n < 3; n++) {
      await appender.append(
        Array.from({ length: 10 }, () => ({ ...draft(0), payload: { text: 'x'.repeat(250_000) } })),
      );
    }
    const first = await readAuditLog(log(large), { limit: 200 });
    expect(first.data).toHaveLength(16);
    const second = await readAuditLog(log(large), { limit: 200, cursor: first.nextCursor ?? '' });
    expect(second.data.map(({ id }) => id)).toEqual(Array.from({ length: 14 }, (_, n) => 14 - n));
    expect(second.nextCursor).toBeNull();
  });

  test('an empty chain is an empty list', async () => {
    expect(await readAuditLog(log(table, 'none'), { limit: 50 })).toEqual({ data: [], nextCursor: null });
  });
});
