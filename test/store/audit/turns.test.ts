import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import type { ChainStore, CommitOutcome } from '#audit/append/transaction.ts';
import { headAfter, linkEntries, prepareDraft } from '#audit/entries/chain.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { headKey, reservationKey } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { storedHead } from '#store/audit/stored-head.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { draftOf as draft } from '../../audit/append/simulated-writers.ts';
import { sized } from '../../soak.ts';
import { type DynamoEngine, dynamoEngines } from '../dynamodb/dynamo-engine.ts';
import { newAuditTable } from './audit-table.ts';

const engines = sized('engines under turns at the head', { short: 1, soak: 2 });

describe.each(dynamoEngines(engines))('turns at the head, on %s', (_, start) => {
  let engine: DynamoEngine;
  let audit: Table;
  let store: ChainStore<TransactAction>;
  const outcomes: CommitOutcome['kind'][] = [];

  beforeAll(async () => {
    engine = await start();
  });
  beforeEach(async () => {
    audit = await newAuditTable(engine);
    store = chainStore(audit, audit, 'main');
    outcomes.length = 0;
  });
  afterAll(() => engine.stop());

  const appender = (options = {}) =>
    new ChainAppender(store, { observe: (outcome) => outcomes.push(outcome), ...options });
  const verify = () => verifyChain(chainSource(audit, 'main'), { witness: new Map() });

  test('a writer with more to append declares it in the head, outside of the chain', async () => {
    // The turn lasts while the clock stands still.
    const writer = appender({ now: () => new Date('2026-11-20T00:00:00Z') });
    await writer.append([draft('a')], [], { following: 3 });
    const head = await store.readHead();
    expect(head).toMatchObject({ sequence: 1, turn: { writer: expect.stringMatching(/^[\da-f]{8}$/) } });
    expect(head.turn?.left).toBeGreaterThan(0);
    expect(await storedHead(audit, 'main')).toEqual({
      sequence: 1,
      hash: head.hash,
      created_at: head.created_at,
    });
    expect(await verify()).toMatchObject({ ok: true, checked: 1 });
    await writer.append([draft('b')], [], { following: 0 });
    expect((await store.readHead()).turn).toMatchObject({ left: 0 });
    await appender().append([draft('c')]);
    expect((await store.readHead()).turn).toBeUndefined();
    expect(await verify()).toMatchObject({ ok: true, checked: 3 });
  });

  test('a turn takes one request for each transaction', async () => {
    let reads = 0;
    const counting = {
      ...store,
      readHead: () => {
        reads++;
        return store.readHead();
      },
    };
    const writer = new ChainAppender(counting, { now: () => new Date('2026-11-20T00:00:00Z') });
    for (let n = 0; n < 5; n++) await writer.append([draft(`${n}`)], [], { following: 4 - n });
    expect(reads).toBe(1);
    expect(await verify()).toMatchObject({ ok: true, checked: 5 });
  });

  test('a lost race returns the head of the winner with its turn', async () => {
    const from = await store.readHead();
    const transactions = ['a', 'b', 'c'].map((id) => {
      const entries = linkEntries([prepareDraft(draft(id))], from, new Date());
      return { token: crypto.randomUUID(), from, to: headAfter(from, entries), entries, actions: [] };
    });
    const [first, second, third] = transactions;
    if (!first || !second || !third) throw new Error('Three transactions');
    const turn = { writer: 'a', left: 100 };
    expect(await store.commit({ ...first, turn })).toEqual({ kind: 'committed' });
    // The empty head has another condition.
    expect(await store.commit(second)).toEqual({ kind: 'head-moved', head: { ...first.to, turn } });
    const stale = { ...third, from: { ...first.to, hash: 'f'.repeat(64) } };
    expect(await store.commit(stale)).toEqual({ kind: 'head-moved', head: { ...first.to, turn } });
  });

  test.each([
    [undefined],
    [7],
    ['text'],
    [{}],
    [{ writer: 'x', left: 'long' }],
    [{ writer: 'x', left: 1e15 }],
  ])('an unreadable or endless turn, such as %j, stops no writer', async (turn) => {
    await appender().append([draft('a')]);
    const Item = { ...headKey('main'), ...(await storedHead(audit, 'main')), turn };
    await audit.client.send(new PutCommand({ TableName: audit.name, Item }));
    await appender({ deadline: 5000 }).append([draft('b')]);
    expect(await verify()).toMatchObject({ ok: true, checked: 2 });
  });

  const reservation = { writer: 'x', patient: true, sequence: 1, left: 300, id: 'one' };

  test('one of two reservations of a head is stored, and the other one learns of it', async () => {
    expect(await store.reserve(reservation, undefined)).toEqual({ kind: 'reserved' });
    const second = { ...reservation, writer: 'y', id: 'two' };
    expect(await store.reserve(second, undefined)).toEqual({ kind: 'taken', by: reservation });
    expect(await store.reserve({ ...second, sequence: 2 }, undefined)).toEqual({ kind: 'reserved' });
    expect(await store.reserve(reservation, undefined)).toMatchObject({ kind: 'taken', by: { id: 'two' } });
  });

  test('a writer renews its own reservation after a failed transaction', async () => {
    await store.reserve(reservation, undefined);
    expect(await store.reserve({ ...reservation, id: 'again' }, undefined)).toEqual({ kind: 'reserved' });
  });

  test('a reservation whose time is over is replaced once', async () => {
    await store.reserve(reservation, undefined);
    const next = ['two', 'three'].map((id) => ({ ...reservation, writer: id, id }));
    const outcomes = await Promise.all(next.map((one) => store.reserve(one, reservation)));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['reserved', 'taken']);
  });

  test('a reservation without a response does not stop a writer', async () => {
    const failing = chainStore(audit, { ...audit, name: 'none' }, 'main');
    expect(await failing.reserve(reservation, undefined)).toEqual({ kind: 'unknown' });
    const writer = new ChainAppender({ ...store, reserve: failing.reserve });
    await writer.append([draft('a')], [], { following: 0, isTimeUp: () => false });
    expect(await verify()).toMatchObject({ ok: true, checked: 1 });
  });

  test.each([
    ['of a dead writer', { ...reservation, sequence: 1 }],
    ['of a head that is gone', { ...reservation, sequence: 1_000_000 }],
    ['that is endless', { ...reservation, left: 1e15 }],
    ['that is not readable', { sequence: 'first', id: 7 }],
  ])('a reservation %s stops no writer', async (_, item) => {
    await appender().append([draft('a')]);
    await audit.client.send(
      new PutCommand({ TableName: audit.name, Item: { ...reservationKey('main'), ...item } }),
    );
    await appender().append([draft('b')], [], { following: 0, isTimeUp: () => false });
    expect(outcomes).toEqual(['committed', 'committed']);
    expect(await verify()).toMatchObject({ ok: true, checked: 2 });
  });

  test('eight writers that reserve and take turns store everything once', async () => {
    const writers = Array.from({ length: 8 }, () => appender());
    await Promise.all(
      writers.map(async (writer, w) => {
        for (let n = 4; n >= 0; n--) {
          await writer.append([draft(`${w}-${n}`)], [], { following: n, isTimeUp: () => false });
        }
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(40);
    expect(await verify()).toMatchObject({ ok: true, checked: 40 });
  });

  test('a writer waits for the turn of another one without an attempt, and overtakes it if it stopped', async () => {
    await appender().append([draft('a')], [], { following: Number.POSITIVE_INFINITY });
    const { turn } = await store.readHead();
    outcomes.length = 0;
    const began = Date.now();
    await appender().append([draft('b')]);
    expect(outcomes).toEqual(['committed']);
    expect(Date.now() - began).toBeGreaterThan((turn?.left ?? 0) / 2);
  });

  test('a caller whose time is up attempts once during the turn of another writer', async () => {
    await appender().append([draft('a')], [], { following: Number.POSITIVE_INFINITY });
    const reading = {
      ...store,
      readHead: async () => ({ ...(await store.readHead()), turn: { writer: 'x', left: 200 } }),
    };
    const pauses: number[] = [];
    const writer = new ChainAppender(reading, {
      pause: async (milliseconds) => void pauses.push(milliseconds),
    });
    await writer.append([draft('b')], [], { isTimeUp: () => true });
    expect(pauses).toEqual([]);
    expect(await verify()).toMatchObject({ ok: true, checked: 2 });
  });
});
