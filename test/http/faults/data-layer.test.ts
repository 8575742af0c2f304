import { randomUUID } from 'node:crypto';
import { request as httpRequest, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { httpServer } from '#lib/local/http/http-server.ts';
import { listen } from '#lib/local/runtime/listen.ts';
import { type DynamoEngine, startDynamoEngine } from '../../store/dynamodb/dynamo-engine.ts';
import { call } from '../stack/api-client.ts';
import { type LocalProcess, newFolder, removeFolder, startLocalProcess } from '../stack/local-process.ts';

/**
 * The whole stack on a DynamoDB engine of our own, behind a proxy that can answer in its place: the one way to see
 * how the service tells a data layer that rejects.
 */
let engine: DynamoEngine;
let proxy: Server;
let running: LocalProcess;
const folder = newFolder();

/** What the proxy answers instead of the engine: DynamoDB's error type, nothing at all, or what the engine answers. */
let fault: string | 'silence' | undefined;

beforeAll(async () => {
  engine = await startDynamoEngine();
  proxy = httpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (fault === 'silence') return;
      if (fault) {
        response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
        response.end(
          JSON.stringify({
            __type: `com.amazonaws.dynamodb.v20120810#${fault}`,
            message: 'table-name-and-key',
          }),
        );
        return;
      }
      const { hostname, port: enginePort } = new URL(engine.endpoint);
      const forwarded = httpRequest(
        { hostname, port: enginePort, method: request.method, path: request.url, headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        },
      );
      forwarded.end(Buffer.concat(chunks));
    });
  });
  const proxyUrl = await listen(proxy, 0);
  running = await startLocalProcess({
    dataFolder: folder,
    environment: { AWS_ENDPOINT_URL_DYNAMODB: proxyUrl },
  });
}, 240_000);

afterAll(async () => {
  fault = undefined;
  await running?.stop();
  proxy?.close();
  await engine?.stop();
  removeFolder(folder);
});

/** One call while the data layer rejects; the caller is known to the authorizer before. */
async function whileRejecting(type: string, method: string, path: string, body?: (brand: string) => object) {
  const { stack } = running;
  const options = { baseUrl: stack.baseUrl, key: stack.apiKeys.owner };
  expect((await call('GET', '/api/v1/me', options)).status).toBe(200);
  fault = type;
  try {
    return await call(method, path.replace('BRAND', stack.brandId), {
      ...options,
      ...(body ? { body: body(stack.brandId) } : {}),
    });
  } finally {
    fault = undefined;
  }
}

const bodies = {
  order: (brand_id: string) => ({ brand_id, items: [{ product_id: randomUUID(), quantity: 1, price: 1 }] }),
  campaign: (brand_id: string) => ({ brand_id, name: 'a', subject: 'b', content: 'c' }),
  waterLog: (brand_id: string) => ({ brand_id, gallons: 1 }),
  referral: (brand_id: string) => ({ brand_id, referred_email: 'a@b.co', referral_code: 'MEADOW10' }),
};

const writes: readonly [string, string, string, (brand: string) => object][] = [
  ['order creation', 'Failed to create order', '/api/v1/orders', bodies.order],
  ['campaign creation', 'Failed to create campaign', '/api/v1/campaigns', bodies.campaign],
  ['water log creation', 'Failed to create water log', '/api/v1/water-logs', bodies.waterLog],
  ['referral redemption', 'Failed to redeem referral', '/api/v1/referrals', bodies.referral],
];

const report = '/api/v1/reports?brand_id=BRAND&start_date=2026-01-01T00:00:00Z&end_date=2026-01-02T00:00:00Z';
const reads: readonly [string, string, string][] = [
  ['product fetch fails', 'Failed to fetch products', '/api/v1/products?brand_id=BRAND'],
  ['water log fetch fails', 'Failed to fetch water logs', '/api/v1/water-logs?brand_id=BRAND'],
  ['report generation fails', 'Failed to generate report', report],
];

describe('spec: data layer rejects', () => {
  test.each(writes)('%s: 500 with the default text', async (_, text, path, body) => {
    const { status, body: answer } = await whileRejecting('SomeUnnamedFault', 'POST', path, body);
    expect(status).toBe(500);
    expect(answer.error).toBe(text);
  });

  test.each(writes)('%s: 500 with the upstream message', async (_, _text, path, body) => {
    const { status, body: answer, text } = await whileRejecting('ValidationException', 'POST', path, body);
    expect(status).toBe(500);
    expect(answer.error).toBe('The data store does not accept the record');
    expect(text).not.toContain('table-name-and-key');
  });

  test.each(reads)('%s: 500', async (_, text, path) => {
    const { status, body } = await whileRejecting('ValidationException', 'GET', path);
    expect(status).toBe(500);
    expect(body.error).toBe(text);
  });

  test.each([
    ['POST', '/api/v1/orders', bodies.order],
    ['GET', '/api/v1/products?brand_id=BRAND', undefined],
    ['HEAD', '/api/v1/products?brand_id=BRAND', undefined],
  ])(
    'a data layer that is silent: %s %s is 503 with Retry-After, before Lambda gives up',
    async (method, path, body) => {
      const answer = await whileRejecting('silence', method, path, body);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
      expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
      if (method === 'HEAD') return;
      expect(answer.body).toMatchObject({
        error: 'The service is temporarily unavailable; try again in a few seconds',
        code: 'unavailable',
        request_id: answer.headers.get('x-request-id'),
      });
    },
  );

  test('a caller that nobody could look up is 503 with Retry-After, too', async () => {
    fault = 'silence';
    try {
      const { stack } = running;
      const { status, headers, body } = await call('GET', '/api/v1/me', {
        baseUrl: stack.baseUrl,
        key: stack.apiKeys.viewer,
      });
      expect([status, headers.get('retry-after'), body.code]).toEqual([503, '2', 'unavailable']);
    } finally {
      fault = undefined;
    }
  });

  test('afterwards the service works again, and nothing was half written', async () => {
    const { stack } = running;
    const { status } = await call('POST', '/api/v1/water-logs', {
      baseUrl: stack.baseUrl,
      key: stack.apiKeys.owner,
      body: { brand_id: stack.brandId, gallons: 1 },
    });
    expect(status).toBe(201);
  });
});
