import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import type { ChainStore, CommitOutcome } from '#audit/append/transaction.ts';
import { headAfter, linkEntries, prepareDraft } from '#audit/entries/chain.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { leaseKey } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { draftOf as draft } from '../../audit/append/simulated-writers.ts';
import { sized } from '../../soak.ts';
import { type DynamoEngine, dynamoEngines } from '../dynamodb/dynamo-engine.ts';
import { newAuditTable } from './audit-table.ts';

const engines = sized('engines for the lease of the head', { short: 1, soak: 2 });

describe.each(dynamoEngines(engines))('the lease of the head, on %s', (_, start) => {
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
  const run = { following: 0, isTimeUp: () => false };
  const lease = { id: 'one', left: 300, isFree: false };

  test('one of two writers gets it, and the other one receives its lease', async () => {
    expect(await store.readLease()).toBeUndefined();
    expect(await store.takeLease(lease, undefined)).toEqual({ kind: 'held' });
    const second = { ...lease, id: 'two' };
    expect(await store.takeLease(second, undefined)).toEqual({ kind: 'taken', by: lease });
    await store.freeLease(second);
    expect(await store.readLease()).toEqual(lease);
    await store.freeLease(lease);
    expect(await store.readLease()).toEqual({ ...lease, isFree: true });
    expect(await store.takeLease(second, undefined)).toEqual({ kind: 'held' });
  });

  test('one whose time is over is replaced once', async () => {
    await store.takeLease(lease, undefined);
    const next = ['two', 'three'].map((id) => store.takeLease({ ...lease, id }, lease));
    expect((await Promise.all(next)).map(({ kind }) => kind).toSorted()).toEqual(['held', 'taken']);
  });

  test('a run takes one read of the head for all its transactions, and gives the lease back', async () => {
    let reads = 0;
    const counting = { ...store, readHead: () => store.readHead().finally(() => reads++) };
    // The lease lasts while the clock stands still.
    const writer = new ChainAppender(counting, {
      now: () => new Date('2026-11-20T00:00:00Z'),
      pause: async () => {},
    });
    for (let n = 0; n < 5; n++) await writer.append([draft(`${n}`)], [], { ...run, following: 4 - n });
    expect(reads).toBe(1);
    expect(await store.readLease()).toMatchObject({ isFree: true });
    expect(await verify()).toMatchObject({ ok: true, checked: 5 });
  });

  test('a writer with one transaction takes no lease unless it lost a race', async () => {
    await appender().append([draft('a')]);
    expect(await store.readLease()).toBeUndefined();
    let isFirst = true;
    const losing = {
      ...store,
      async readHead() {
        const head = await store.readHead();
        if (isFirst) await appender().append([draft('b')]);
        isFirst = false;
        return head;
      },
    };
    await new ChainAppender(losing).append([draft('c')]);
    expect(await store.readLease()).toMatchObject({ isFree: true });
    expect(await verify()).toMatchObject({ ok: true, checked: 3 });
  });

  test('a lost race returns the head of the winner', async () => {
    const from = await store.readHead();
    const transactions = ['a', 'b', 'c'].map((id) => {
      const entries = linkEntries([prepareDraft(draft(id))], from, new Date());
      return { token: crypto.randomUUID(), from, to: headAfter(from, entries), entries, actions: [] };
    });
    const [first, second, third] = transactions;
    if (!first || !second || !third) throw new Error('Three transactions');
    expect(await store.commit(first)).toEqual({ kind: 'committed' });
    // The empty head has another condition.
    expect(await store.commit(second)).toEqual({ kind: 'head-moved', head: first.to });
    const stale = { ...third, from: { ...first.to, hash: 'f'.repeat(64) } };
    expect(await store.commit(stale)).toEqual({ kind: 'head-moved', head: first.to });
  });

  test.each([
    ['of a dead writer', lease],
    ['that is endless', { ...lease, left: 1e15 }],
    ['that is not readable', { id: 7, left: 'long' }],
  ])('a lease %s stops no writer', async (_, item) => {
    await audit.client.send(
      new PutCommand({ TableName: audit.name, Item: { ...leaseKey('main'), ...item } }),
    );
    await appender().append([draft('a')], [], run);
    expect(outcomes).toEqual(['committed']);
    expect(await verify()).toMatchObject({ ok: true, checked: 1 });
  });

  test('a table of leases without a response stops no writer', async () => {
    const { readLease, takeLease, freeLease } = chainStore(audit, { ...audit, name: 'none' }, 'main');
    expect(await takeLease(lease, undefined)).toEqual({ kind: 'unknown' });
    const writer = new ChainAppender({ ...store, readLease, takeLease, freeLease });
    await writer.append([draft('a')], [], run);
    expect(await verify()).toMatchObject({ ok: true, checked: 1 });
  });

  test('a caller whose time is up attempts once, whoever has the lease', async () => {
    await store.takeLease(lease, undefined);
    const writer = appender({ pause: () => Promise.reject(new Error('No pause')) });
    await writer.append([draft('a')], [], { isTimeUp: () => true });
    expect(outcomes).toEqual(['committed']);
  });

  test('eight runs store everything once', async () => {
    const writers = Array.from({ length: 8 }, () => appender());
    await Promise.all(
      writers.map(async (writer, w) => {
        for (let n = 4; n >= 0; n--) await writer.append([draft(`${w}-${n}`)], [], { ...run, following: n });
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'committed')).toHaveLength(40);
    expect(await verify()).toMatchObject({ ok: true, checked: 40 });
  });
});
