import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import {
  type ClientOptions,
  CommerceClient,
  isApiError,
  isCommerceError,
} from '#clients/typescript/src/index.ts';

/** A reply; `cut` breaks the connection within the body, `lost` before any reply, `late` sends nothing. */
type Scripted =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'cut'
  | 'lost'
  | 'late';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that replies by a script, one reply per request, and keeps the requests. */
async function failingServer(script: readonly Scripted[]) {
  const replies = [...script];
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    seen.push({ method, url, headers, body: await text(request) });
    const reply = replies.shift() ?? { status: 500 };
    if (reply === 'late') return;
    if (reply === 'lost') request.socket.destroy();
    else if (reply === 'cut') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"data":', () => request.socket.destroy());
    } else {
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(reply.body);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/stage/`,
    seen: seen as readonly Seen[],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const brand_id = '0199a1c0-5d2e-7b10-8c3a-2f6d1e9b4a70';
const order = { brand_id, items: [{ product_id: brand_id, quantity: 1, price: 1 }] };
const created: Scripted = { status: 201, body: '{"data":{"id":"o1","version":1}}' };
const found: Scripted = { status: 200, body: '{"data":{"id":"o1","version":1}}' };
const busy: Scripted = { status: 503, body: '{"error":"Busy","code":"unavailable","request_id":"r1"}' };
const limited: Scripted = { status: 429, body: '{"error":"Slow","code":"rate_limited","request_id":"r2"}' };

async function withServer(
  script: readonly Scripted[],
  run: (client: CommerceClient, seen: Awaited<ReturnType<typeof failingServer>>['seen']) => Promise<void>,
  options: Partial<ClientOptions> = {},
) {
  await using server = await failingServer(script);
  const { baseUrl, seen } = server;
  await run(new CommerceClient({ baseUrl, apiKey: 'key', retryDelayMs: 1, ...options }), seen);
}

describe('a request', () => {
  test('has the credential, the agent, a random key, the filled path and the query', () =>
    withServer(
      [created, { status: 200, body: '{"data":[],"pagination":{"next_cursor":null,"has_more":false}}' }],
      async (client, seen) => {
        await client.orders.create(order, { headers: { 'X-Till': '7' } });
        await client.webhooks.listDeliveries({ id: 'a/b', status: undefined, limit: 5 });
        expect(seen[0]).toMatchObject({ method: 'POST', url: '/stage/api/v1/orders' });
        expect(JSON.parse(seen[0]?.body ?? '')).toEqual(order);
        expect(seen[0]?.headers).toMatchObject({
          'x-api-key': 'key',
          'x-till': '7',
          'content-type': 'application/json',
          'user-agent': expect.stringMatching(/^till granary-client\/\d/),
          'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/),
        });
        expect(seen[1]?.url).toBe('/stage/api/v1/webhook-endpoints/a%2Fb/deliveries?limit=5');
        expect(seen[1]?.headers['idempotency-key']).toBeUndefined();
      },
      { userAgent: 'till' },
    ));

  test('asks a token function for each attempt', () => {
    let calls = 0;
    return withServer(
      [busy, found],
      async (client, seen) => {
        await client.orders.get({ id: 'o1' });
        expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
      },
      { token: async () => `t${++calls}` },
    );
  });

  test('without a path parameter is refused before it is sent', () =>
    withServer([], async (client, seen) => {
      await expect(client.orders.get({ id: '' })).rejects.toThrow('id is required');
      expect(seen).toEqual([]);
    }));
});

describe('retries', () => {
  test.each<[string, readonly Scripted[]]>([
    ['503', [busy]],
    ['429', [limited]],
    ['504', [{ status: 504, body: '{}' }]],
    ['a lost connection', ['lost']],
    ['a reply that is cut off', ['cut']],
    ['several faults', ['lost', busy, limited]],
    ['a request with the same key in progress', [{ status: 409, body: '{"code":"idempotency_in_flight"}' }]],
  ])('repeat a POST with its key after %s', (_, faults) =>
    withServer([...faults, created], async (client, seen) => {
      const { data, attempts } = await client.orders.create(order).withReply();
      expect([data.id, attempts]).toEqual(['o1', faults.length + 1]);
      expect(new Set(seen.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      expect(new Set(seen.map(({ body }) => body)).size).toBe(1);
    }),
  );

  test.each<[string, Scripted]>([
    ['500', { status: 500, body: '{"error":"Internal server error","code":"internal"}' }],
    ['409', { status: 409, body: '{"error":"Changed","code":"conflict"}' }],
    ['400', { status: 400, body: '{"error":"Validation failed","code":"validation_failed"}' }],
  ])('do not follow %s', (_, fault) =>
    withServer([fault, found], async (client, seen) => {
      await expect(client.orders.get({ id: 'o1' })).rejects.toMatchObject({ kind: 'api', attempts: 1 });
      expect(seen).toHaveLength(1);
    }),
  );

  test('end after the maximum, with the last error', () =>
    withServer([busy, busy, busy, found], async (client, seen) => {
      await expect(client.orders.get({ id: 'o1' }, { maxRetries: 2 })).rejects.toMatchObject({
        name: 'ApiError',
        status: 503,
        code: 'unavailable',
        requestId: 'r1',
        operation: 'getOrder',
        attempts: 3,
      });
      expect(seen).toHaveLength(3);
    }));

  test('wait as long as Retry-After demands', () =>
    withServer([{ status: 429, headers: { 'retry-after': '1' } }, found], async (client) => {
      const start = performance.now();
      await client.orders.get({ id: 'o1' });
      expect(performance.now() - start).toBeGreaterThan(950);
    }));

  test('end where Retry-After exceeds the longest wait', () =>
    withServer(
      [{ ...limited, headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } }, found],
      async (client, seen) => {
        const error = await client.orders.get({ id: 'o1' }).catch((reason: unknown) => reason);
        expect(isApiError(error, 'rate_limited') && error.retryAfterSeconds).toBeGreaterThan(3500);
        expect(seen).toHaveLength(1);
      },
    ));
});

describe('errors', () => {
  test('have the code, the details and the request id of the service', () => {
    const body = JSON.stringify({
      error: 'Validation failed',
      code: 'validation_failed',
      request_id: 'r9',
      details: [{ path: ['body', 'items', 0, 'price'], message: 'Too small', code: 'too_small' }],
    });
    return withServer([{ status: 400, body }], async (client) => {
      const error = await client.orders.create(order).catch((reason: unknown) => reason);
      expect(isCommerceError(error, 'createOrder') && error.code === 'validation_failed').toBe(true);
      expect(isCommerceError(error, 'getOrder')).toBe(false);
      expect(error).toMatchObject({ requestId: 'r9', details: [{ path: ['body', 'items', 0, 'price'] }] });
    });
  });

  test('of a proxy have the code unknown', () =>
    withServer(
      [{ status: 502, headers: { 'content-type': 'text/html', 'x-request-id': 'p1' }, body: '<h1>Bad</h1>' }],
      async (client) => {
        await expect(client.service.health()).rejects.toMatchObject({
          code: 'unknown',
          requestId: 'p1',
          status: 502,
        });
      },
      { maxRetries: 0 },
    ));

  test('name a reply that is not JSON', () =>
    withServer([{ status: 200, body: '{' }], async (client) => {
      await expect(client.orders.get({ id: 'o1' })).rejects.toMatchObject({ kind: 'invalid_reply' });
    }));

  test('name a time-out, which covers each attempt', () =>
    withServer(['late', 'late'], async (client) => {
      // On a busy machine, an attempt may end before the server has seen it.
      const call = client.orders.get({ id: 'o1' }, { timeoutMs: 50, maxRetries: 1 });
      await expect(call).rejects.toMatchObject({ kind: 'timeout', attempts: 2 });
    }));

  test('of an unreachable service are of the connection', async () => {
    const client = new CommerceClient({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
    await expect(client.service.health()).rejects.toMatchObject({ kind: 'connection' });
  });
});

describe('an abort', () => {
  test('ends a request with its reason, without a retry', () =>
    withServer(['late', found], async (client, seen) => {
      const controller = new AbortController();
      const call = client.orders.get({ id: 'o1' }, { signal: controller.signal });
      while (seen.length === 0) await new Promise(setImmediate);
      controller.abort(new Error('Closed'));
      await expect(call).rejects.toThrow('Closed');
      expect(seen).toHaveLength(1);
    }));

  test('ends the wait before a retry', () =>
    withServer([{ ...busy, headers: { 'retry-after': '30' } }], async (client, seen) => {
      const call = client.orders.get({ id: 'o1' }, { signal: AbortSignal.timeout(300) });
      await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
      expect(seen).toHaveLength(1);
    }));

  test('before the call sends nothing', () =>
    withServer([found], async (client, seen) => {
      await expect(client.orders.get({ id: 'o1' }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
        name: 'AbortError',
      });
      expect(seen).toEqual([]);
    }));
});

describe('lists', () => {
  const page = (ids: readonly string[], next_cursor: string | null): Scripted => ({
    status: 200,
    body: JSON.stringify({
      data: ids.map((id) => ({ id })),
      pagination: { next_cursor, has_more: next_cursor !== null },
    }),
  });

  test('iterate over pages, each with its own retries', () =>
    withServer([page(['a', 'b'], 'c1'), busy, page([], 'c2'), page(['c'], null)], async (client, seen) => {
      const ids = [];
      for await (const { id } of client.orders.list({ brand_id, limit: 2 })) ids.push(id);
      expect(ids).toEqual(['a', 'b', 'c']);
      expect(seen.map(({ url }) => new URL(url ?? '', 'http://a').searchParams.get('cursor'))).toEqual([
        null,
        'c1',
        'c1',
        'c2',
      ]);
    }));

  test('request no page beyond the one in use', () =>
    withServer([page(['a', 'b'], 'c1')], async (client, seen) => {
      for await (const { id } of client.orders.list({ brand_id })) if (id === 'b') break;
      expect(seen).toHaveLength(1);
    }));

  test('iterate over offsets', () => {
    const offsets = (offset: number, count: number): Scripted => ({
      status: 200,
      body: JSON.stringify({ data: Array(count).fill({ id: 'p' }), pagination: { limit: 2, offset, count } }),
    });
    return withServer([offsets(3, 2), offsets(5, 1)], async (client, seen) => {
      const pages = [];
      for await (const { data } of client.products.list({ offset: 3, limit: 2 }).pages())
        pages.push(data.length);
      expect(pages).toEqual([2, 1]);
      expect(seen[1]?.url).toContain('offset=5');
    });
  });

  test('that fail reject the iteration once', () =>
    withServer([{ status: 403, body: '{"code":"forbidden"}' }], async (client) => {
      const iterator = client.orders.list({ brand_id })[Symbol.asyncIterator]();
      await expect(iterator.next()).rejects.toMatchObject({ code: 'forbidden' });
    }));
});

describe('versions', () => {
  test('send tags of records, and return undefined for 304', () =>
    withServer([{ status: 304, headers: { etag: '"v2"' } }, found], async (client, seen) => {
      const { data, etag } = await client.products.get({ id: 'p' }, { ifNoneMatch: '"v2"' }).withReply();
      expect([data, etag]).toEqual([undefined, '"v2"']);
      await client.products.delete({ id: 'p' }, { ifMatch: { version: 3 } });
      expect(seen[0]?.headers['if-none-match']).toBe('"v2"');
      expect(seen[1]?.headers['if-match']).toBe('"v3"');
    }));
});
