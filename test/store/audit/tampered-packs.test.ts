import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import { type AuditEntry, entryHash } from '#audit/entries/entry.ts';
import { type VerifyOptions, verifyChain } from '#audit/verification/verify-chain.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { blockSize, entryKey } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { packFollowing } from '#store/audit/entry-packs.ts';
import { entriesOf, itemAt } from '#store/audit/stored-entries.ts';
import type { Item } from '#store/dynamodb/items.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { type DynamoEngine, startDynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { newAuditTable } from './audit-table.ts';

/** Entries of a transaction, and transactions. Blocks of 128 cut some packs in two. */
const together = 30;
const transactions = 12;
const length = together * transactions;

let engine: DynamoEngine;
let table: Table;
let original: Item;
let pack: [AuditEntry, ...AuditEntry[]];

const claim = (n: number) => `claim-${n % together}`;

const listing = (entity: string): TransactAction => ({
  Update: {
    Key: { pk: `ENTITY#${entity}`, sk: 'ENTITY' },
    UpdateExpression: 'SET seen = :seen',
    ExpressionAttributeValues: { ':seen': true },
  },
  listsEntriesOf: entity,
});

beforeAll(async () => {
  engine = await startDynamoEngine();
  table = await newAuditTable(engine);
  const appender = new ChainAppender(chainStore(table, table, 'main'));
  for (let n = 0; n < transactions; n++) {
    const claims = Array.from({ length: together }, (_, k) => claim(k));
    const entries = claims.map((entity_id, k) => ({
      ...{ event_type: 'claim.paid', entity_type: 'claim', entity_id, actor: 'test' },
      payload: { n: n * together + k },
    }));
    await appender.append(entries, claims.map(listing));
  }
  original = (await itemAt(table, 'main', 200)) ?? {};
  pack = entriesOf(original) as typeof pack;
});
afterEach(() => write(original));
afterAll(async () => {
  expect(await verify()).toMatchObject({ ok: true, checked: length });
  await engine.stop();
});

const verify = (options: Partial<VerifyOptions> = {}) =>
  verifyChain(chainSource(table, 'main'), { witness: new Map(), ...options });

const write = (item: Item) => table.client.send(new PutCommand({ TableName: table.name, Item: item }));

const erase = ({ pk, sk }: Item) =>
  table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));

/** Stores the pack with other entries after its first one. */
const writeFollowing = (following: readonly AuditEntry[]) =>
  write({ ...original, following: packFollowing(following) });

const altered = (n: number, change: Partial<AuditEntry>) =>
  pack.slice(1).map((entry, k) => (k + 1 === n ? { ...entry, ...change } : entry));

test('thirty entries of a transaction share an item, two where a block ends', async () => {
  const begins = new Set<unknown>();
  for (let id = 1; id <= length; id++) begins.add((await itemAt(table, 'main', id))?.['id']);
  const expected = Array.from({ length: transactions }, (_, n) => n * together + 1);
  expect([...begins]).toEqual([...expected, blockSize, 2 * blockSize].toSorted((a, b) => a - b));
});

describe('an entry behind the first one of its item', () => {
  const place = 7;
  const fault = (reason: string, n = place) => ({
    ok: false,
    first_bad_id: (pack[0]?.id ?? 0) + n,
    reason,
  });

  test.each<[string, Partial<AuditEntry>]>([
    ['entity', { entity_id: 'claim-x' }],
    ['payload', { payload_json: '{"n":-1}' }],
    ['hash', { hash: 'b'.repeat(64) }],
  ])('with another %s', async (_, change) => {
    await writeFollowing(altered(place, change));
    for (const segmentSize of [5000, 50, 3])
      expect(await verify({ segmentSize })).toMatchObject(fault('altered_field'));
  });

  test('with another payload and its hash', async () => {
    const { hash, ...entry } = { ...(pack[place] as AuditEntry), payload_json: '{"n":-1}' };
    await writeFollowing(altered(place, { ...entry, hash: entryHash(entry) }));
    // The entry after it was hashed with the earlier hash.
    expect(await verify()).toMatchObject(fault('altered_field', place + 1));
  });

  test('with all entries of the item hashed again', async () => {
    const [first, ...rest] = pack;
    let { hash: prev_hash } = first;
    const forged = rest.map((entry, n) => {
      const changed = { ...entry, ...(n + 1 === place && { payload_json: '{"n":-1}' }), prev_hash };
      prev_hash = entryHash(changed);
      return { ...changed, hash: prev_hash };
    });
    await writeFollowing(forged);
    expect(await verify()).toMatchObject(fault('broken_link', pack.length));
  });

  test('removed', async () => {
    await writeFollowing(pack.slice(1).filter((_, n) => n + 1 !== place));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: (pack[0]?.id ?? 0) + place });
  });

  test('removed at the end', async () => {
    await writeFollowing(pack.slice(1, -1));
    expect(await verify()).toMatchObject(fault('missing_entry', pack.length - 1));
  });

  test('repeated at the end', async () => {
    await writeFollowing([...pack.slice(1), pack.at(-1) as AuditEntry]);
    expect(await verify()).toMatchObject(fault('altered_field', pack.length));
  });

  test('swapped with the next one', async () => {
    const [, ...rest] = pack;
    const swapped = rest
      .with(place - 1, rest[place] as AuditEntry)
      .with(place, rest[place - 1] as AuditEntry);
    await writeFollowing(swapped);
    expect(await verify()).toMatchObject(fault('altered_field'));
  });

  test('beside a row of its own', async () => {
    const own = pack[place] as AuditEntry;
    await write({ ...entryKey('main', own.id), ...own });
    expect(await verify()).toMatchObject(fault('unexpected_entry', pack.length));
    await erase(entryKey('main', own.id));
  });
});

describe('an item with several entries', () => {
  const first = () => pack[0].id;

  test.each<[string, unknown]>([
    ['text', 'claim-1'],
    ['other bytes', Buffer.from('claim-1')],
    ['bytes behind the entries', 'more'],
    ['no entries', undefined],
  ])('with %s instead of the others', async (kind, value) => {
    const { following, ...alone } = original;
    const more =
      kind === 'bytes behind the entries' ? Buffer.concat([following as Buffer, Buffer.from('note')]) : value;
    await write({ ...alone, ...(more !== undefined && { following: more }) });
    expect(await verify()).toMatchObject(
      more === undefined
        ? { ok: false, first_bad_id: first() + 1, reason: 'missing_entry' }
        : { ok: false, first_bad_id: first(), reason: 'unknown_attribute' },
    );
  });

  test('removed', async () => {
    await erase(original);
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: first(), reason: 'missing_entry' });
  });

  test('with another author, which all its entries have', async () => {
    await write({ ...original, actor: 'nobody' });
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: first(), reason: 'altered_field' });
  });
});

test('every range of ids is verified alone, also one that begins or ends inside an item', async () => {
  for (const [from, to] of [
    [200, 205],
    [184, 184],
    [100, 300],
    [127, 129],
    [128, 128],
    [length, length],
    [1, 1],
  ] as const) {
    for (const segmentSize of [5000, 7])
      expect(await verify({ from, to, segmentSize })).toMatchObject({ ok: true, checked: to - from + 1, to });
  }
});
