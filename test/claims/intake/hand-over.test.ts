import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { S3Event } from 'aws-lambda';
import { claimFileText } from '../claim-text.ts';
import { functionsOn } from '../invoke.ts';
import { type LocalStores, startLocalStores } from '../local-stores.ts';
import { everyAuditEntry, laneFigures } from '../stored.ts';

let stores: LocalStores;
let lambda: Server;
/** What Lambda was asked to do later: address and event. */
const invocations: { readonly path: string; readonly type: unknown; readonly event: S3Event }[] = [];

beforeAll(async () => {
  stores = await startLocalStores({ migrated: true });
  lambda = createServer(async (request, response) => {
    const event = (await json(request)) as S3Event;
    invocations.push({ path: request.url ?? '', type: request.headers['x-amz-invocation-type'], event });
    response.writeHead(202).end();
  }).listen(0, '127.0.0.1');
  await once(lambda, 'listening');
  const { port } = lambda.address() as AddressInfo;
  process.env['AWS_ENDPOINT_URL_LAMBDA'] = `http://127.0.0.1:${port}`;
  functionsOn(stores);
});
afterAll(async () => {
  lambda.closeAllConnections();
  lambda.close();
  await stores.stop();
});

/** Time that is over after it was asked for so many times. */
function timeFor(asked: number) {
  let left = asked;
  return { functionName: 'ingest', getRemainingTimeInMillis: () => (left-- > 0 ? 900_000 : 0) };
}

test('a function whose time runs out hands the rest of its files over, and nothing is there twice', async () => {
  const { handler } = await import('../../../functions/claims/ingest-file.ts');
  const files = ['one', 'two'].map((name, n) => ({
    key: `inbox/${name}.837`,
    text: claimFileText({
      number: n + 1,
      claims: Array.from({ length: 120 }, (_, i) => ({ pcn: `${name}${i}`, charge: 1 })),
    }),
  }));
  for (const { key, text } of files) await stores.put(key, text);
  let event = { Records: files.map(({ key }) => ({ s3: { object: { key } } })) } as unknown as S3Event;
  let runs = 0;
  for (; ; runs++) {
    await handler(event, timeFor(3));
    const next = invocations.shift();
    if (next === undefined) break;
    expect(next).toMatchObject({ path: '/2015-03-31/functions/ingest/invocations', type: 'Event' });
    event = next.event;
  }
  expect(runs).toBeGreaterThan(2);
  expect(event.Records).toHaveLength(1);
  expect(await laneFigures(stores)).toEqual({ ready: { count: 240, cents: 24_000 } });
  const entries = await everyAuditEntry(stores);
  expect(entries.filter(({ event_type }) => event_type === 'claim.received')).toHaveLength(240);
  expect(entries.filter(({ event_type }) => event_type === 'file.applied')).toHaveLength(2);
  expect(await stores.keys('inbox/')).toEqual([]);
}, 60_000);

test('one that begins with no time at all gets on all the same', async () => {
  const { handler } = await import('../../../functions/claims/ingest-file.ts');
  const claims = Array.from({ length: 60 }, (_, i) => ({ pcn: `LATE${i}`, charge: 1 }));
  await stores.put('inbox/late.837', claimFileText({ number: 3, claims }));
  let event = { Records: [{ s3: { object: { key: 'inbox/late.837' } } }] } as unknown as S3Event;
  let runs = 1;
  for (; runs < 20; runs++) {
    await handler(event, timeFor(1));
    const next = invocations.shift();
    if (next === undefined) break;
    event = next.event;
  }
  expect(runs).toBeLessThan(20);
  expect(await laneFigures(stores)).toMatchObject({ ready: { count: 300 } });
}, 60_000);
