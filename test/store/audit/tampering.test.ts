import { DeleteCommand, GetCommand, NumberValue, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import {
  type Checkpoint,
  checkpointVerifier,
  signCheckpoint,
  signedHashesOf,
} from '#audit/checkpoints/checkpoint.ts';
import { type ChainHead, emptyHead } from '#audit/entries/chain.ts';
import { type AuditEntry, entryHash, readEntry } from '#audit/entries/entry.ts';
import type { SignedHashes } from '#audit/verification/chain-walk.ts';
import { type VerifyOptions, verifyChain } from '#audit/verification/verify-chain.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { chainKey, entrySortKey, headKey } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { openTable, type Table, transact } from '#store/dynamodb/table.ts';
import { newSigningKey } from '../../audit/signing-key.ts';
import { sized } from '../../soak.ts';
import { type DynamoEngine, startDynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { newAuditTable } from './audit-table.ts';

const length = sized('entries of a chain that is tampered with', { short: 1_000, soak: 10_000 });
/** The entry at a share of the chain's length. */
const idAt = (share: number) => Math.round(share * length);
const signedAt = [0.24, 0.48, 0.72, 0.98].map(idAt);
const [firstSigned = 0, secondSigned = 0, , lastSigned = 0] = signedAt;
const middle = idAt(0.65) + 4;

type Item = Record<string, unknown>;

let engine: DynamoEngine;
let table: Table;
let head: ChainHead;
let checkpoints: Checkpoint[];
let witness: SignedHashes;
const key = newSigningKey();

beforeAll(async () => {
  engine = await startDynamoEngine();
  table = await newAuditTable(engine);
  const appender = new ChainAppender(chainStore(table, table, 'main'));
  checkpoints = [];
  const groups = Array.from({ length }, (_, n) => ({
    entries: [
      {
        event_type: 'claim.rejected',
        entity_type: 'claim',
        entity_id: `claim-${n % 100}`,
        actor: 'test',
        payload: { n },
      },
    ],
    actions: [],
  }));
  for (const result of await appender.appendAll(groups)) {
    if (result.status === 'rejected') throw result.reason;
    const [entry] = result.value;
    if (entry && signedAt.includes(entry.id)) {
      const at = { sequence: entry.id, hash: entry.hash, created_at: entry.created_at };
      checkpoints.push(await signCheckpoint(key, 'main', at, new Date()));
    }
  }
  head = (await chainSource(table, 'main').head()) ?? emptyHead;
  witness = signedHashesOf(checkpoints, checkpointVerifier('main', key.pem));
});
afterAll(async () => {
  expect(await verify()).toMatchObject({ ok: true, checked: length, checkpoints: signedAt.length });
  await engine.stop();
});

/** What was there before the test laid hands on it. */
const before = new Map<string, { readonly key: Item; readonly item: Item | undefined }>();
afterEach(async () => {
  await writeAll([...before.values()].flatMap(({ item }) => (item ? [item] : [])));
  for (const { key, item } of before.values()) if (!item) await erase(key);
  before.clear();
});

const verify = (options: Partial<VerifyOptions> = {}) =>
  verifyChain(chainSource(table, 'main'), { witness, segmentSize: idAt(0.5), ...options });

/** Of the whole chain, what a single field needs. */
const verifyAround = (id: number) => verify({ from: id - 100, to: id + 100 });

const write = (item: Item) => table.client.send(new PutCommand({ TableName: table.name, Item: item }));
async function writeAll(items: readonly Item[]): Promise<void> {
  for (let first = 0; first < items.length; first += 100) {
    const some = items.slice(first, first + 100);
    await transact(
      table,
      some.map((Item) => ({ Put: { Item } })),
    );
  }
}

const erase = (key: Item) => table.client.send(new DeleteCommand({ TableName: table.name, Key: key }));

const keyOf = (id: number | string) => ({
  pk: chainKey('main'),
  sk: typeof id === 'number' ? entrySortKey(id) : id,
});

async function itemAt(id: number | string): Promise<Item | undefined> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: keyOf(id) }));
  return Item;
}

async function put(id: number | string, change: (item: Item) => Item): Promise<void> {
  const item = await itemAt(id);
  if (!before.has(`${id}`)) before.set(`${id}`, { key: keyOf(id), item });
  await write({ ...keyOf(id), ...change(item ?? {}) });
}

async function remove(id: number): Promise<void> {
  before.set(`${id}`, { key: keyOf(id), item: await itemAt(id) });
  await erase(keyOf(id));
}

const entryAt = async (id: number): Promise<AuditEntry> => {
  const entry = readEntry(await itemAt(id));
  if (!entry) throw new Error(`No entry ${id}`);
  return entry;
};

const rehashed = (entry: Omit<AuditEntry, 'hash'>): Item => ({ ...entry, hash: entryHash(entry) });

const places: [string, number][] = [
  ['first', 1],
  ['last of a segment', idAt(0.5)],
  ['first of a segment', idAt(0.5) + 1],
  ['middle', middle],
  ['last', length],
];

describe('each field of an entry', () => {
  test.each<[string, Item]>([
    ['event_type', { event_type: 'claim.accepted' }],
    ['entity_type', { entity_type: 'file' }],
    ['entity_id', { entity_id: 'claim-x' }],
    ['actor', { actor: 'nobody' }],
    ['payload_json', { payload_json: '{"n":-1}' }],
    ['created_at', { created_at: '2020-01-01T00:00:00.000Z' }],
    ['prev_hash', { prev_hash: 'a'.repeat(64) }],
    ['id', { id: 77 }],
    ['a type', { payload_json: 1 }],
    ['the border of two fields', { entity_type: 'claim\u001fclaim-42', entity_id: 'x' }],
  ])('%s altered', async (_, change) => {
    await put(middle, (item) => ({ ...item, ...change }));
    expect(await verifyAround(middle)).toMatchObject({
      ok: false,
      first_bad_id: middle,
      reason: 'altered_field',
    });
  });

  test.each<[string, Item]>([
    ['a text', { note: 'forged' }],
    ['a mark of a transaction that no run writes', { transaction: 'forged' }],
  ])('an attribute added: %s', async (_, more) => {
    await put(middle, (item) => ({ ...item, ...more }));
    expect(await verifyAround(middle)).toMatchObject({
      ok: false,
      first_bad_id: middle,
      reason: 'unknown_attribute',
      checked: 100,
    });
  });

  test('a number that the SDK takes for no number', async () => {
    const item = await itemAt(middle);
    before.set(`${middle}`, { key: keyOf(middle), item });
    await write({ ...item, note: NumberValue.from('12345678901234567890.5') });
    const rounding = chainSource(openTable(table.name, { roundsNumbers: true }), 'main');
    const around = { from: middle - 1, to: middle + 1, witness: new Map() };
    expect(await verifyChain(rounding, around)).toMatchObject({
      first_bad_id: middle,
      reason: 'unknown_attribute',
    });
  });

  test('a field removed', async () => {
    await put(middle, ({ actor, ...item }) => item);
    expect(await verifyAround(middle)).toMatchObject({
      ok: false,
      first_bad_id: middle,
      reason: 'altered_field',
    });
  });
});

describe.each(places)('the %s entry', (_, id) => {
  const isLast = id === length;

  test('a field altered', async () => {
    await put(id, (item) => ({ ...item, actor: 'nobody' }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: id, reason: 'altered_field' });
  });

  test('hash altered', async () => {
    await put(id, (item) => ({ ...item, hash: 'b'.repeat(64) }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: id, reason: 'altered_hash' });
  });

  test('altered and hashed again', async () => {
    const { hash, ...entry } = await entryAt(id);
    await put(id, (item) => ({ ...item, ...rehashed({ ...entry, actor: 'nobody' }) }));
    expect(await verify()).toMatchObject(
      isLast
        ? { ok: false, first_bad_id: id, reason: 'head_disagrees' }
        : { ok: false, first_bad_id: id + 1, reason: 'broken_link' },
    );
  });

  test('deleted', async () => {
    await remove(id);
    expect(await verify()).toMatchObject({
      ok: false,
      first_bad_id: id,
      reason: isLast ? 'truncated_end' : 'missing_entry',
      checked: id - 1,
    });
  });

  test('swapped with another', async () => {
    const other = id === middle ? middle + 1 : middle;
    const [one, two] = [await entryAt(id), await entryAt(other)];
    await put(id, (item) => ({ ...item, ...two }));
    await put(other, (item) => ({ ...item, ...one }));
    const first = Math.min(id, other);
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: first, reason: 'unexpected_entry' });
  });

  test('a row put in before it', async () => {
    await put(`${entrySortKey(id - 1)}x`, () => ({ ...({ ...head } as Item), forged: true }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: id, reason: 'unexpected_entry' });
  });
});

test('an entry put in, and those behind it moved on by one', async () => {
  const from = length - 10;
  const moved = await Promise.all(Array.from({ length: length - from + 1 }, (_, n) => entryAt(from + n)));
  const { hash: prev_hash } = await entryAt(from - 1);
  const [first] = moved;
  if (!first) throw new Error('No entry');
  await put(from, (item) => ({ ...item, ...rehashed({ ...first, actor: 'nobody', prev_hash }) }));
  for (const entry of moved) await put(entry.id + 1, (item) => ({ ...item, ...entry, id: entry.id + 1 }));
  await put('HEAD', (item) => ({ ...item, sequence: length + 1 }));
  expect(await verify()).toMatchObject({ ok: false, first_bad_id: from + 1, reason: 'altered_field' });
});

test('an entry whose created_at is earlier than that of the entry before, with valid hashes', async () => {
  // At the second, a segment begins: the row before it gives the time.
  for (const id of [length, idAt(0.5) + 1]) {
    const { hash, ...entry } = await entryAt(id);
    const forged = rehashed({ ...entry, created_at: '2020-01-01T00:00:00.000Z' });
    await put(id, (item) => ({ ...item, ...forged }));
    expect(await verify({ to: id, witness: new Map() })).toMatchObject({
      ok: false,
      first_bad_id: id,
      reason: 'time_goes_back',
    });
  }
});

describe('the end of the chain', () => {
  const headAt = async (id: number): Promise<Item> => {
    const { hash, created_at } = await entryAt(id);
    return { sequence: id, hash, created_at };
  };

  test('cut off', async () => {
    for (let id = length - 9; id <= length; id++) await remove(id);
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: length - 9, reason: 'truncated_end' });
  });

  test('cut off behind the last checkpoint, with the head moved back', async () => {
    const moved = await headAt(lastSigned - 1);
    for (let id = lastSigned; id <= length; id++) await remove(id);
    await put('HEAD', (item) => ({ ...item, ...moved }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: lastSigned, reason: 'truncated_end' });
  });

  test.each([
    ['back', idAt(0.9), idAt(0.9) + 1],
    ['back by one', length - 1, length],
    ['to nothing', 0, 1],
  ])('head moved %s', async (_, sequence, first_bad_id) => {
    const moved = sequence === 0 ? { ...emptyHead } : await headAt(sequence);
    await put('HEAD', (item) => ({ ...item, ...moved }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id, reason: 'head_disagrees' });
  });

  test('head moved on', async () => {
    await put('HEAD', (item) => ({ ...item, sequence: length + 5 }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: length + 1, reason: 'head_disagrees' });
  });

  test.each<[string, Item]>([
    ['hash', { hash: 'c'.repeat(64) }],
    ['time', { created_at: '2020-01-01T00:00:00.000Z' }],
  ])('%s of the head altered', async (_, change) => {
    await put('HEAD', (item) => ({ ...item, ...change }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: length, reason: 'head_disagrees' });
  });

  test('head unreadable', async () => {
    await put('HEAD', () => ({ sequence: 'many' }));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: 1, reason: 'head_disagrees' });
  });

  test('head deleted', async () => {
    before.set('HEAD', { key: headKey('main'), item: await itemAt('HEAD') });
    await erase(headKey('main'));
    expect(await verify()).toMatchObject({ ok: false, first_bad_id: 1, reason: 'head_disagrees' });
  });

  test('an entry put in behind it', async () => {
    const { hash, ...last } = await entryAt(length);
    const next = { ...last, id: length + 1, prev_hash: hash };
    await put(length + 1, () => rehashed(next));
    expect(await verify()).toMatchObject({ first_bad_id: length + 1, reason: 'head_disagrees' });
    await put(length + 1, () => rehashed({ ...next, prev_hash: 'd'.repeat(64) }));
    expect(await verify()).toMatchObject({ first_bad_id: length + 1, reason: 'unexpected_entry' });
  });

  test('a row that is no entry behind it', async () => {
    await put('zzz', () => ({ forged: true }));
    expect(await verify()).toMatchObject({ first_bad_id: length + 1, reason: 'unexpected_entry' });
  });

  test('a row before the first entry', async () => {
    await put('!', () => ({ forged: true }));
    expect(await verify()).toMatchObject({ first_bad_id: 1, reason: 'unexpected_entry' });
  });
});

describe('checkpoints', () => {
  test.each([
    [1, firstSigned],
    [firstSigned + 1, secondSigned],
    [lastSigned, lastSigned],
  ])(
    'the chain rewritten from entry %i on, with valid hashes, is found at checkpoint %i',
    async (from, found) => {
      let { hash: prev_hash } = from === 1 ? emptyHead : await entryAt(from - 1);
      const chain = chainSource(table, 'main');
      const rewrites: Item[] = [];
      let last: AuditEntry | undefined;
      for await (const page of chain.rows(from, length)) {
        for (const { entry } of page) {
          if (!entry || entry.id < from) continue;
          const key = keyOf(entry.id);
          before.set(`${entry.id}`, { key, item: { ...key, ...entry } });
          const actor = entry.id === from ? 'nobody' : entry.actor;
          const rewritten = { ...entry, actor, prev_hash };
          last = { ...rewritten, hash: entryHash(rewritten) };
          prev_hash = last.hash;
          rewrites.push({ ...key, ...last });
        }
      }
      await writeAll(rewrites);
      await put('HEAD', (item) => ({ ...item, hash: last?.hash, created_at: last?.created_at }));
      // Without the checkpoints nothing shows: this is what they are for.
      expect(await verify({ witness: new Map() })).toMatchObject({ ok: true, checked: length });
      expect(await verify()).toMatchObject({
        ok: false,
        first_bad_id: found,
        reason: 'checkpoint_disagrees',
        checked: found - 1,
      });
    },
  );

  const verifyWith = (signed: Checkpoint[]) =>
    verify({ witness: signedHashesOf(signed, checkpointVerifier('main', key.pem)) });
  const checkpointAt = (index: number): Checkpoint => {
    const found = checkpoints[index];
    if (!found) throw new Error('No checkpoint');
    return found;
  };

  test.each<[string, (signed: Checkpoint) => Partial<Checkpoint>]>([
    ['hash', () => ({ hash: 'e'.repeat(64) })],
    ['time', () => ({ time: '2020-01-01T00:00:00.000Z' })],
    ['chain', () => ({ chain: 'other' })],
    ['key', () => ({ key_id: 'f'.repeat(64) })],
    ['signature', () => ({ signature: checkpointAt(0).signature })],
  ])('one with another %s has no valid signature', async (_, change) => {
    const signed = checkpointAt(1);
    const result = await verifyWith([checkpointAt(0), { ...signed, ...change(signed) }, checkpointAt(2)]);
    expect(result).toMatchObject({ ok: false, first_bad_id: secondSigned, reason: 'checkpoint_disagrees' });
    expect(result.detail).toContain('signature');
  });

  test('one that says it is of another entry has no valid signature', async () => {
    const sequence = secondSigned + 1;
    const result = await verifyWith([{ ...checkpointAt(1), sequence }]);
    expect(result).toMatchObject({ ok: false, first_bad_id: sequence, reason: 'checkpoint_disagrees' });
  });

  test('one of another key is not valid, also beyond the end', async () => {
    const sequence = 2 * length;
    const forged = await signCheckpoint(newSigningKey(), 'main', { ...head, sequence }, new Date());
    expect(await verifyWith([forged])).toMatchObject({
      first_bad_id: sequence,
      reason: 'checkpoint_disagrees',
    });
  });

  test('two that contradict each other are not valid', async () => {
    const other = await signCheckpoint(key, 'main', { ...head, sequence: firstSigned }, new Date());
    for (const signed of [
      [checkpointAt(0), other],
      [other, checkpointAt(0)],
    ]) {
      expect(await verifyWith(signed)).toMatchObject({
        first_bad_id: firstSigned,
        reason: 'checkpoint_disagrees',
      });
    }
  });
});

describe('ranges', () => {
  test('a part of the chain is verified by itself, linked to the entry before it', async () => {
    const part = { from: idAt(0.3), to: idAt(0.8) };
    await put(part.from - 1, (item) => ({ ...item, actor: 'nobody' }));
    await put(part.to + 1, (item) => ({ ...item, actor: 'nobody' }));
    expect(await verify(part)).toMatchObject({ ok: true, ...part, checked: idAt(0.5) + 1, checkpoints: 2 });
    await put(part.from - 1, (item) => ({ ...item, hash: 'f'.repeat(64) }));
    expect(await verify(part)).toMatchObject({ ok: false, first_bad_id: part.from, reason: 'broken_link' });
  });

  test('the earliest of several faults is told, however the segments race', async () => {
    const first = idAt(0.3);
    for (const id of [idAt(0.9), idAt(0.7), first, first + 1])
      await put(id, (item) => ({ ...item, actor: 'nobody' }));
    for (const segmentSize of [idAt(0.01), idAt(0.1), first - 1, first, 2 * length]) {
      expect(await verify({ segmentSize, parallel: 8 })).toMatchObject({
        first_bad_id: first,
        checked: first - 1,
      });
    }
  });

  test('when the time is over, the answer says how far it came', async () => {
    let asked = 0;
    const to = idAt(0.3);
    const result = await verify({ segmentSize: idAt(0.1), parallel: 1, outOfTime: () => asked++ >= 2 });
    expect(result).toMatchObject({ ok: true, complete: false, from: 1, to, checked: to });
    expect(result.last).toMatchObject({ sequence: to, hash: (await entryAt(to)).hash });
    expect(await verify({ from: to + 1 })).toMatchObject({ ok: true, complete: true, checked: length - to });
  });

  test('a range that begins beyond the head still finds the end cut off', async () => {
    expect(await verify({ from: 2 * length })).toMatchObject({ ok: true, checked: 0 });
    const signed = new Map([[2 * length, 'a'.repeat(64)]]);
    expect(await verify({ from: 2 * length, witness: signed })).toMatchObject({
      ok: false,
      first_bad_id: length + 1,
      reason: 'truncated_end',
    });
  });

  test('an empty chain holds', async () => {
    const empty = verifyChain(chainSource(table, 'another'), { witness: new Map() });
    expect(await empty).toMatchObject({ ok: true, complete: true, checked: 0, head: emptyHead });
  });
});
