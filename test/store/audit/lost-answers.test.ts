import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ChainAppender } from '#audit/append/appender.ts';
import type { CommitOutcome } from '#audit/append/transaction.ts';
import type { EntryDraft } from '#audit/entries/chain.ts';
import { verifyChain } from '#audit/verification/verify-chain.ts';
import { httpServer } from '#lib/local/http/http-server.ts';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { chainStore } from '#store/audit/audit-chain.ts';
import { chainSource } from '#store/audit/audit-source.ts';
import { openTable, type Table, type TransactAction } from '#store/dynamodb/table.ts';
import { newCommerceTable } from '../commerce/commerce-table.ts';
import { type DynamoEngine, startDynamoEngine } from '../dynamodb/dynamo-engine.ts';
import { newAuditTable } from './audit-table.ts';

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
  expect(await verifyChain(chainSource(audit, 'main'), { witness: new Map() })).toMatchObject({ checked: 0 });
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
    const transaction = request.headers['x-amz-target']?.toString().endsWith('.TransactWriteItems') === true;
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
