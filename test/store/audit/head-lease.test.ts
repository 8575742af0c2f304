import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import type { ChainStore, CommitOutcome } from '#audit/append/transaction.ts';
import { type EntryDraft, headAfter, linkEntries, prepareDraft } from '#audit/entries/chain.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { httpServer } from '#lib/local/http/http-server.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { leaseKey } from '#store/audit/audit-keys.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { openTable, type Table, type TransactAction } from '#store/dynamodb/table.ts';
import { draftOf as draft } from '../../audit/append/simulated-writers.ts';
import { sized } from '../../soak.ts';
import { newCommerceTable } from '../commerce/commerce-table.ts';
import { type DynamoEngine, dynamoEngines, startDynamoEngine } from '../dynamodb/dynamo-engine.ts';
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

describe('lost answers', () => {
  let engine: DynamoEngine;
  let proxy: Awaited<ReturnType<typeof startLossyProxy>>;
  beforeAll(async () => {
    engine = await startDynamoEngine();
    proxy = await startLossyProxy(engine);
  });
  afterAll(async () => {
    await proxy.stop();
    await engine.stop();
  });

  const draft = (entity_id: string): EntryDraft => ({
    event_type: 'claim.rejected',
    entity_type: 'claim',
    entity_id,
    actor: 'test',
    payload: { entity_id },
  });

  /** Counts its executions, so that a repetition shows. */
  const count = (id: string): TransactAction => ({
    Update: {
      Key: { pk: `WORK#${id}`, sk: 'WORK' },
      UpdateExpression: 'ADD #times :one',
      ExpressionAttributeNames: { '#times': 'times' },
      ExpressionAttributeValues: { ':one': 1 },
    },
  });

  async function setUp() {
    const { name } = await newAuditTable(proxy);
    const audit = openTable(name, { maxAttempts: 1, requestTimeout: 2000 });
    const work = await newCommerceTable(proxy);
    const outcomes: CommitOutcome['kind'][] = [];
    const appender = (options = {}) =>
      new ChainAppender(chainStore(audit, work, 'main'), {
        observe: (each) => outcomes.push(each),
        pause: (milliseconds) => delay(milliseconds / 10),
        ...options,
      });
    return { audit, work, outcomes, appender };
  }

  const times = async (work: Table, id: string): Promise<unknown> => {
    const key = { pk: `WORK#${id}`, sk: 'WORK' };
    const { Item } = await work.client.send(new GetCommand({ TableName: work.name, Key: key }));
    return Item?.['times'];
  };

  const inTurn = (...fates: Fate[]) => {
    proxy.fateOf = () => fates.shift() ?? 'answered';
  };

  describe.each([
    ['the store knows the token', false, ['unanswered', 'committed']],
    ['the store has forgotten the token', true, ['unanswered', 'head-moved']],
  ])('a response that is lost after the commit, where %s', (_, forgetsTokens, expected) => {
    test('is recognized, and the transaction is not repeated', async () => {
      const { audit, work, outcomes, appender } = await setUp();
      proxy.forgetsTokens = forgetsTokens;
      inTurn('answer-lost');
      const [entry] = await appender().append([draft('a')], [count('a')]);
      expect(outcomes).toEqual(expected);
      expect(entry).toMatchObject({ id: 1, entity_id: 'a' });
      expect(await times(work, 'a')).toBe(1);
      expect(await verifyChain(chainSource(audit, 'main'), { witness: new Map() })).toMatchObject({
        ok: true,
        checked: 1,
      });
    });

    test('is recognized after other writers have moved the head', async () => {
      const { audit, work, appender } = await setUp();
      proxy.forgetsTokens = forgetsTokens;
      inTurn('answer-lost', 'request-lost', 'request-lost');
      const first = appender().append([draft('a')], [count('a')]);
      const other = appender();
      for (let n = 0; n < 5; n++) await other.append([draft(`other-${n}`)]);
      const [entry] = await first;
      expect(entry).toMatchObject({ entity_id: 'a' });
      expect(await times(work, 'a')).toBe(1);
      expect(await verifyChain(chainSource(audit, 'main'), { witness: new Map() })).toMatchObject({
        ok: true,
        checked: 6,
      });
    });

    test('never repeats or loses an entry, for any lost responses between five writers', async () => {
      const { audit, work, outcomes, appender } = await setUp();
      proxy.forgetsTokens = forgetsTokens;
      const fates: Fate[] = ['answered', 'answered', 'answered', 'answer-lost', 'request-lost'];
      proxy.fateOf = () => fates[Math.floor(Math.random() * fates.length)] ?? 'answered';
      const ids = Array.from({ length: 5 }, (_, w) => Array.from({ length: 5 }, (_, n) => `${w}-${n}`));
      await Promise.all(
        ids.map(async (own) => {
          const writer = appender({ deadline: 100_000 });
          for (const id of own) await writer.append([draft(id)], [count(id)]);
        }),
      );
      inTurn();
      expect(outcomes).toContain('unanswered');
      expect(await Promise.all(ids.flat().map((id) => times(work, id)))).toEqual(ids.flat().map(() => 1));
      expect(await verifyChain(chainSource(audit, 'main'), { witness: new Map() })).toMatchObject({
        ok: true,
        checked: 25,
      });
    });
  });

  test('a store that never responds is an error, and nothing is partly stored', async () => {
    const { audit, appender } = await setUp();
    proxy.fateOf = () => 'request-lost';
    await expect(appender({ deadline: 200 }).append([draft('a')])).rejects.toThrow(StoreRejection);
    inTurn();
    expect(await verifyChain(chainSource(audit, 'main'), { witness: new Map() })).toMatchObject({
      checked: 0,
    });
  });

  test('a commit whose response is lost at the deadline still counts', async () => {
    const { appender } = await setUp();
    proxy.forgetsTokens = false;
    inTurn('answer-lost', ...Array.from({ length: 50 }, () => 'request-lost' as const));
    const [entry] = await appender({ deadline: 150 }).append([draft('a')]);
    expect(entry).toMatchObject({ id: 1, entity_id: 'a' });
  });

  /** The fate of one request: it gets a response, its response is lost, or it never arrives. */
  type Fate = 'answered' | 'answer-lost' | 'request-lost';

  interface LossyProxy extends DynamoEngine {
    /** Decides the fate of each transaction; all other requests succeed. */
    fateOf: () => Fate;
    /** Removes the client request token, as if the store had forgotten it. */
    forgetsTokens: boolean;
  }

  /** A network between a client and the engine that loses the requests or responses that the test chooses. */
  async function startLossyProxy(engine: DynamoEngine): Promise<LossyProxy> {
    const server = httpServer(async (request, response) => {
      const body = Buffer.concat(await request.toArray());
      const transaction =
        request.headers['x-amz-target']?.toString().endsWith('.TransactWriteItems') === true;
      const fate = transaction ? proxy.fateOf() : 'answered';
      if (fate === 'request-lost') return void request.socket.destroy();
      const text = proxy.forgetsTokens ? body.toString().replace(/,?"ClientRequestToken":"[^"]*"/, '') : body;
      const answer = await fetch(engine.endpoint, {
        method: 'POST',
        headers: {
          'x-amz-target': String(request.headers['x-amz-target']),
          'content-type': 'application/x-amz-json-1.0',
          authorization: String(request.headers.authorization),
          'x-amz-date': String(request.headers['x-amz-date']),
        },
        body: text,
      });
      const answered = Buffer.from(await answer.arrayBuffer());
      if (fate === 'answer-lost') return void request.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.0' }).end(answered);
      return undefined;
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No port');
    const proxy: LossyProxy = {
      endpoint: `http://127.0.0.1:${address.port}`,
      fateOf: () => 'answered',
      forgetsTokens: false,
      async stop() {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
    return proxy;
  }
});
