import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type ApiResponse, call } from '../stack/api-client.ts';
import type { KillStack } from './kill-stack.ts';

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

/** Responses of the commerce service while the data layer fails. */
export function dataLayerSuite(kill: () => KillStack): void {
  /** Sends a request while the data layer rejects; the authorizer already knows the caller. */
  async function whileRejecting(
    type: string,
    method: string,
    path: string,
    body?: (brand: string) => object,
  ) {
    const { stack } = kill().running;
    const options = { baseUrl: stack.baseUrl, key: stack.apiKeys.owner };
    expect((await call('GET', '/api/v1/me', options)).status).toBe(200);
    kill().faults.respondWith(() => type);
    try {
      return await call(method, path.replace('BRAND', stack.brandId), {
        ...options,
        ...(body ? { body: body(stack.brandId) } : {}),
      });
    } finally {
      kill().faults.respondWith(() => undefined);
    }
  }

  describe('spec: data layer rejects', () => {
    test.each(writes)('%s is 500 with the default text', async (_, text, path, body) => {
      const { status, body: answer } = await whileRejecting('SomeUnnamedFault', 'POST', path, body);
      expect(status).toBe(500);
      expect(answer.error).toBe(text);
    });

    test.each(writes)('%s is 500 with the upstream message', async (_, _text, path, body) => {
      const { status, body: answer, text } = await whileRejecting('ValidationException', 'POST', path, body);
      expect(status).toBe(500);
      expect(answer.error).toBe('The data store does not accept the record');
      expect(text).not.toContain('table-name-and-key');
    });

    test.each(reads)('%s is 500', async (_, text, path) => {
      const { status, body } = await whileRejecting('ValidationException', 'GET', path);
      expect(status).toBe(500);
      expect(body.error).toBe(text);
    });
  });

  describe('a silent data layer is 503 with Retry-After before the function times out', () => {
    const requests: readonly [string, string, ((brand: string) => object)?][] = [
      ['POST', '/api/v1/orders', bodies.order],
      ['GET', '/api/v1/products?brand_id=BRAND'],
      ['HEAD', '/api/v1/products?brand_id=BRAND'],
    ];
    let ofKnownCaller: readonly ApiResponse[];
    let ofUnknownCaller: ApiResponse;
    /** All at once, because each waits for its time-out. */
    beforeAll(async () => {
      const { stack } = kill().running;
      const caller = { baseUrl: stack.baseUrl, key: stack.apiKeys.owner };
      expect((await call('GET', '/api/v1/me', caller)).status).toBe(200);
      const send = ([method, path, body]: (typeof requests)[number]) =>
        call(method, path.replace('BRAND', stack.brandId), {
          ...caller,
          ...(body && { body: body(stack.brandId) }),
        });
      kill().faults.respondWith(() => 'silence');
      try {
        const known = requests.map(send);
        // Later, because it keeps the authorizer that knows the caller busy.
        await delay(1_000);
        const unknown = call('GET', '/api/v1/me', { baseUrl: stack.baseUrl, key: stack.apiKeys.viewer });
        [ofUnknownCaller, ...ofKnownCaller] = await Promise.all([unknown, ...known]);
      } finally {
        kill().faults.respondWith(() => undefined);
      }
    });

    test.each(requests.map(([method, path], index) => [method, path, index] as const))(
      'to %s %s',
      (method, _, index) => {
        const response = ofKnownCaller[index];
        expect([response?.status, response?.headers.get('retry-after')]).toEqual([503, '2']);
        expect(response?.headers.get('access-control-expose-headers')).toContain('Retry-After');
        if (method === 'HEAD') return;
        expect(response?.body).toMatchObject({
          error: 'The service is temporarily unavailable; try again in a few seconds',
          code: 'unavailable',
          request_id: response?.headers.get('x-request-id'),
        });
      },
    );

    test('to a caller whose key cannot be looked up', () => {
      const { status, headers, body } = ofUnknownCaller;
      expect([status, headers.get('retry-after'), body.code]).toEqual([503, '2', 'unavailable']);
    });
  });

  test('afterwards the service works again', async () => {
    const { stack } = kill().running;
    const { status } = await call('POST', '/api/v1/water-logs', {
      baseUrl: stack.baseUrl,
      key: stack.apiKeys.owner,
      body: { brand_id: stack.brandId, gallons: 1 },
    });
    expect(status).toBe(201);
  });
}
