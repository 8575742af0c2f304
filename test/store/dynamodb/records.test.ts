import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod';
import { claim as claimSchema } from '#claims/claims/claim-fields.ts';
import { deniedClaim } from '#claims/claims/examples.ts';
import { packBytes, unpackBytes } from '#claims/packed-json.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { getItem, getItems } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { valueSize } from '#store/dynamodb/value-size.ts';
import { countersOf, numbersOf } from '#store/records/counter.ts';
import { packedRecordsOf } from '#store/records/packed.ts';
import { togetherBy } from '#store/records/place.ts';
import { recordsOf } from '#store/records/record.ts';
import { newClaimsTable } from '#test/store/commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from './dynamo-engine.ts';

let engine: DynamoEngine;
let opened: Table;
const table = () => opened;
beforeAll(async () => {
  engine = await startDynamoEngine();
  opened = await newClaimsTable(engine);
});
afterAll(() => engine.stop());

const record = recordsOf(table);
const packing = { pack: packBytes, unpack: unpackBytes };
const id = () => crypto.randomUUID();

describe('records', () => {
  const shelves = record({
    name: 'shelf',
    records: 'products',
    schema: z.object({
      shop: z.string(),
      id: z.string(),
      label: z.string(),
      row: z.int().optional(),
      version: z.int(),
    }),
    pk: 'SHELVES#{shop}',
    sk: 'SHELF#{id}',
    indexes: {
      gsi1: ['SHELVES#{shop}#ROW#{row:3}', '{id}'],
      gsi2: ['SHELVES#LABEL#{label:text}', '{id}', 'keys'],
    },
    expires: ({ label }) => (label === 'old' ? new Date(1_700_000_000_999) : undefined),
  });
  const settings = record(
    {
      name: 'settings of a shop',
      records: 'products',
      schema: z.object({ shop: z.string(), color: z.string(), version: z.int() }),
      pk: 'SHELVES#{shop}',
      sk: 'SETTINGS',
    },
    ({ shop }) => ({ shop, color: 'green', version: 0 }),
  );
  const aShelf = (shop: string, more: Partial<z.output<typeof shelves.schema>> = {}) => ({
    ...{ shop, id: String(id()), label: 'jam', version: 1 },
    ...more,
  });
  const write = (...actions: Parameters<typeof transact>[1]) => transact(table(), actions);

  test('are inserted once, replaced and removed in the version that was read, and found with their fields in order', async () => {
    const shelf = aShelf(id(), { row: 12 });
    await write(shelves.insert(shelf));
    expect(JSON.stringify(await shelves.find(shelf))).toBe(
      JSON.stringify({ shop: shelf.shop, id: shelf.id, label: 'jam', row: 12, version: 1 }),
    );
    await expect(write(shelves.insert(shelf))).rejects.toBeInstanceOf(ConditionFailed);
    const { row, ...changed } = { ...shelf, version: 2 };
    await write(shelves.replace(shelf, changed));
    expect(await shelves.find(shelf)).toEqual(changed);
    await expect(write(shelves.replace(shelf, changed))).rejects.toBeInstanceOf(ConditionFailed);
    await expect(write(shelves.remove(shelf))).rejects.toBeInstanceOf(ConditionFailed);
    await expect(
      write(shelves.unchanged(shelf), settings.put({ shop: shelf.shop, color: 'red', version: 1 })),
    ).rejects.toBeInstanceOf(ConditionFailed);
    await write(shelves.remove(changed));
    expect(await shelves.find(shelf)).toBeUndefined();
  });

  test('refuse a replacement with another key, or in the same version', () => {
    const shelf = aShelf('shop');
    expect(() => shelves.replace(shelf, { ...shelf, id: 'other', version: 2 })).toThrow(
      'cannot change its key',
    );
    expect(() => shelves.replace(shelf, { ...shelf, label: 'tea' })).toThrow('another version');
  });

  test('are in an index as long as they have its facts', async () => {
    const shop = id();
    const [first, second] = [aShelf(shop, { row: 7, label: 'Käse#1' }), aShelf(shop, { row: 7 })].toSorted(
      (a, b) => (a.id < b.id ? -1 : 1),
    );
    if (!first || !second) throw new Error('no shelves');
    await write(shelves.insert(first), shelves.insert(second), shelves.insert(aShelf(shop, { row: 70 })));
    const inRow = async () => Array.fromAsync(shelves.allBy('gsi1', { shop, row: 7 }));
    expect(await inRow()).toEqual([first, second]);
    const cheese = [first, second].find(({ label }) => label !== 'jam');
    expect(await Array.fromAsync(shelves.keysBy('gsi2', { label: 'Käse#1' }))).toEqual([
      { shop, id: cheese?.id },
    ]);
    const { row, ...away } = { ...first, version: 2 };
    await write(shelves.replace(first, away));
    expect(await inRow()).toEqual([second]);
    const item = await getItem(table(), shelves.key(first));
    expect(Object.keys(item ?? {}).filter((name) => name.startsWith('gsi1'))).toEqual([]);
  });

  test('are paged with cursors of their list, in both directions', async () => {
    const shop = id();
    const all = Array.from({ length: 7 }, (_, n) => aShelf(shop, { id: `${n}` }));
    await write(...all.map((one) => shelves.insert(one)), settings.put({ shop, color: 'red', version: 1 }));
    for (const newestFirst of [false, true]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await shelves.page({ shop }, { limit: 3, cursor, newestFirst });
        found.push(...page.data.map((one) => one.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(found).toEqual(newestFirst ? all.map((one) => one.id).toReversed() : all.map((one) => one.id));
    }
    const { nextCursor } = await shelves.page({ shop }, { limit: 3 });
    const elsewhere = shelves.page({ shop: id() }, { limit: 3, cursor: nextCursor ?? '' });
    await expect(elsewhere).rejects.toMatchObject({ code: 'invalid_cursor' });
    const filtered = shelves.page({ shop }, { limit: 3, cursor: nextCursor ?? '', filters: ['jam'] });
    await expect(filtered).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  test('that were never written have a value of version 0, of which one first write succeeds', async () => {
    const shop = id();
    const before = await settings.find({ shop });
    expect(before).toEqual({ shop, color: 'green', version: 0 });
    await write(settings.replace(before, { ...before, color: 'red', version: 1 }));
    await expect(
      write(settings.replace(before, { ...before, color: 'blue', version: 1 })),
    ).rejects.toBeInstanceOf(ConditionFailed);
    expect((await settings.find({ shop })).color).toBe('red');
  });

  test('expire at their time', () => {
    expect(shelves.item(aShelf('s', { label: 'old' }))['expires_at']).toBe(1_700_000_000);
    expect(shelves.item(aShelf('s'))).not.toHaveProperty('expires_at');
  });

  test('are read together with others in one request, each key once', async () => {
    const shop = id();
    const [one, other] = [aShelf(shop), aShelf(shop)];
    await write(shelves.insert(one));
    let requests = 0;
    const readTogether = togetherBy((keys) => {
      requests += 1;
      expect(keys).toHaveLength(3);
      return getItems(table(), keys);
    });
    const none: typeof one | undefined = undefined;
    const found = await readTogether({
      settings: settings.at({ shop }),
      shelf: none && shelves.at(none),
      shelves: [one, other, one].map((shelf) => shelves.at(shelf)),
    });
    const color: string = found.settings.color;
    const first: string | undefined = found.shelves[0]?.label;
    expect([color, first, found.shelf]).toEqual(['green', 'jam', undefined]);
    expect(found.shelves).toEqual([one, undefined, one]);
    expect(requests).toBe(1);
  });

  test('say what a failed write means, unless another one failed without a meaning', async () => {
    const [shelf, other] = [aShelf(id()), aShelf(id())];
    await write(shelves.insert(shelf));
    const taken = shelves.insert(shelf, { otherwise: 'already_exists' });
    await expect(write(taken)).rejects.toMatchObject({ code: 'already_exists', status: 409 });
    await expect(write(taken, shelves.insert(other))).rejects.toMatchObject({ code: 'already_exists' });
    expect(await shelves.find(other)).toBeUndefined();
    const own = shelves.absent(shelf, { otherwise: () => new ApiError('conflict', { message: 'Taken' }) });
    await expect(write(own)).rejects.toThrow('Taken');
    await expect(write(taken, shelves.remove(other))).rejects.toBeInstanceOf(ConditionFailed);
  });
});

describe('counters', () => {
  const places = countersOf(table)({
    name: 'places of a day',
    records: 'products',
    pk: 'DAYS#{shop}',
    sk: '{date}',
    counts: ['taken', 'paid'],
  });

  test('hold every concurrent addition up to their limit', async () => {
    const day = { shop: id(), date: '2026-06-13' };
    const full = { most: 5, otherwise: 'pickup_day_full' } as const;
    const results = await Promise.allSettled(
      Array.from({ length: 9 }, () => transact(table(), [places.add(day, { taken: 1 }, full)])),
    );
    const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
    expect(refused).toEqual(Array.from({ length: 4 }, () => 'pickup_day_full'));
    expect(await places.findMany([{ ...day, date: '2026-06-14' }, day])).toEqual([
      { taken: 0, paid: 0 },
      { taken: 5, paid: 0 },
    ]);
  });

  test.each([
    [{ most: 0, least: undefined }, 1, false],
    [{ least: 0 }, -1, false],
    [{ least: 0, most: 3 }, 3, true],
    [{ least: -2 }, -2, true],
  ])('a missing number is 0 for the limits %p: adding %p holds: %p', async (limits, by, holds) => {
    const writing = transact(table(), [
      places.add({ shop: id(), date: 'd' }, { taken: by, paid: 1 }, limits),
    ]);
    if (holds) await writing;
    else await expect(writing).rejects.toBeInstanceOf(ConditionFailed);
  });
});

describe('records of claims', () => {
  const claims = record({
    name: 'claim',
    records: 'claims-records',
    schema: claimSchema,
    pk: 'CLAIM#{id}',
    sk: 'CLAIM',
    indexes: {
      gsi1: ['LANE#{lane}#{shard:1}', '{lane_since}#{id}'],
      gsi3: ['PAYERCONTROL#{payer_control_number:text}', '{id}', 'keys'],
    },
    facts: (claim) => ({ shard: claim.id.charCodeAt(claim.id.length - 1) % 4 }),
    remainder: { plain: ['id', 'version', 'lane', 'payer_id', 'received_at', 'total_charge'], packing },
  });

  test('keep their filters as attributes and the rest compressed, below one write unit', async () => {
    const claim = { ...claimSchema.parse(deniedClaim), id: id() };
    await transact(table(), [claims.insert(claim)]);
    expect(JSON.stringify(await claims.find(claim))).toBe(JSON.stringify(claim));
    const item = claims.item(claim);
    expect(
      Object.keys(item)
        .filter((name) => !/^(pk|sk|gsi\d[ps]k)$/.test(name))
        .toSorted(),
    ).toEqual(['id', 'lane', 'more', 'payer_id', 'received_at', 'total_charge', 'version'].toSorted());
    expect(valueSize(item)).toBeLessThan(1024);
    expect(valueSize(claim)).toBeGreaterThan(1024);
    const answered = { ...claim, payer_control_number: 'ICN 1#2', version: claim.version + 1 };
    await transact(table(), [claims.replace(claim, answered)]);
    expect(await Array.fromAsync(claims.keysBy('gsi3', { payer_control_number: 'ICN 1#2' }))).toEqual([
      { id: claim.id },
    ]);
  });

  const responses = record({
    name: 'response',
    records: 'claims-records',
    schema: z.discriminatedUnion('kind', [
      z.object({
        kind: z.literal('835'),
        id: z.string(),
        state: z.string(),
        applied: z.int(),
        paid: z.int(),
        counts: z.object({ matched: z.int() }),
      }),
      z.object({
        kind: z.literal('999'),
        id: z.string(),
        state: z.string(),
        applied: z.int(),
        code: z.string(),
      }),
    ]),
    pk: 'RESPONSE#{id}',
    sk: 'RESPONSE',
    unchangedBy: ['applied', 'state'],
  });
  const counts = numbersOf(table, responses, ['counts.matched']);

  test('of several kinds have the fields of each, and change on condition of their progress', async () => {
    const remittance = {
      kind: '835',
      id: id(),
      state: 'applying',
      applied: 3,
      paid: 100,
      counts: { matched: 2 },
    } as const;
    await transact(table(), [
      responses.insert(remittance),
      responses.insert({ kind: '999', id: id(), state: 'applied', applied: 0, code: 'A' }),
    ]);
    const add = counts.add(
      remittance,
      { 'counts.matched': 1 },
      { when: { state: 'applied' }, otherwise: 'conflict' },
    );
    await expect(transact(table(), [add])).rejects.toMatchObject({ code: 'conflict' });
    const applied = { ...remittance, applied: 4, state: 'applied' };
    await transact(table(), [responses.replace(remittance, applied)]);
    await expect(transact(table(), [responses.replace(remittance, applied)])).rejects.toBeInstanceOf(
      ConditionFailed,
    );
    await transact(table(), [add]);
    expect(await responses.find(remittance)).toEqual({ ...applied, counts: { matched: 3 } });
    expect(await counts.find(remittance)).toEqual({ 'counts.matched': 3 });
  });

  const payments = packedRecordsOf(table)({
    name: 'payment of a remittance',
    records: 'claims-records',
    schema: z.object({ remittance_id: z.string(), number: z.int(), paid: z.int(), content: z.string() }),
    pk: 'REMITTANCE#{remittance_id}#{block:5}',
    sk: 'PAYMENTS#{number:7}',
    by: 'number',
    facts: ({ number }) => ({ block: Math.floor((number - 1) / 128) }),
    packing,
  });

  test('written together share items of one partition, and are read from any number on', async () => {
    const remittance_id = id();
    const all = Array.from({ length: 300 }, (_, n) => ({
      remittance_id,
      number: n + 1,
      paid: n,
      content: `${n}`.repeat(9),
    }));
    const runs = [all.slice(0, 50), all.slice(50, 51), all.slice(51)];
    for (const run of runs) await transact(table(), payments.insert(run.toReversed()));
    expect(runs.map((run) => payments.insert(run).length)).toEqual([1, 1, 3]);
    const read = (block: number, from?: number) =>
      Array.fromAsync(payments.all({ remittance_id, block }, from));
    expect(await read(0)).toEqual(all.slice(0, 128));
    for (const from of [1, 50, 51, 52, 128]) expect(await read(0, from)).toEqual(all.slice(from - 1, 128));
    expect(await read(1, 200)).toEqual(all.slice(199, 256));
    expect(await read(2, 301)).toEqual([]);
    expect(await read(3)).toEqual([]);
    await expect(transact(table(), payments.insert(all.slice(0, 2)))).rejects.toBeInstanceOf(ConditionFailed);
  });

  test('that are too long for one item take several', () => {
    const remittance_id = id();
    const long = Array.from({ length: 5 }, (_, n) => ({
      remittance_id,
      number: n + 1,
      paid: 0,
      content: 'x'.repeat(150_000),
    }));
    expect(payments.insert(long)).toHaveLength(3);
  });
});
