import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { claimInput, newNumber } from '../../fixtures/claims/claim-input.ts';
import { requestAddressed } from '../stack/addressed-client.ts';
import { type ApiResponse, get, newProduct, orderOf, stack } from '../stack/api-client.ts';

const { owner } = stack.apiKeys;
const { biller, auditor, admin } = stack.claimsApiKeys;
const addressOf = (service: string, kind: number) => stack.addresses[`Granary-${service}`]?.[kind] ?? '';

const kinds = [
  ['the stage of the API', 0, '/live', '/live'],
  ['a custom domain', 1, '/commerce', '/claims'],
] as const;

describe.each(kinds)('under %s', (_, kind, commercePrefix, claimsPrefix) => {
  const commerce = addressOf('Commerce', kind);
  const claims = addressOf('Claims', kind);
  const brand_id = stack.brandId;
  let product: string;

  beforeAll(async () => {
    product = await newProduct();
  });

  const created: readonly (readonly [string, string, string, () => object | undefined])[] = [
    ['Commerce', '/api/v1/products', owner, () => ({ brand_id, name: `Crawled ${randomUUID()}` })],
    ['Commerce', '/api/v1/orders', owner, () => orderOf(product)],
    ['Commerce', '/api/v1/campaigns', owner, () => ({ brand_id, name: 'n', subject: 's', content: 'c' })],
    ['Commerce', '/api/v1/water-logs', owner, () => ({ brand_id, gallons: 1 })],
    ['Claims', '/api/claims', biller, () => claimInput({ number: newNumber() })],
    ['Claims', '/api/files', biller, () => ({ name: 'crawled.x12' })],
    ['Claims', '/api/admin/audit-log/export', admin, () => undefined],
    ['Claims', '/api/admin/audit-log/verify', admin, () => undefined],
  ];

  test.each(created)('%s %s responds with a valid Location', async (service, path, key, body) => {
    const url = `${addressOf(service, kind)}${path}`;
    const answer = await requestAddressed(url, { method: 'POST', key, body: body() });
    expect([201, 202]).toContain(answer.status);
    const location = answer.headers.get('location') ?? '';
    expect(location).toMatch(service === 'Commerce' ? `${commercePrefix}/api/v1/` : `${claimsPrefix}/api/`);
    const followed = await requestAddressed(new URL(location, url), { key });
    expect([followed.status, followed.body.data?.id]).toEqual([200, answer.body.data.id]);
  });

  test('lists are paged to their end by Link', async () => {
    const name = randomUUID();
    for (let n = 0; n < 3; n += 1) await newProduct({ name: `${name} ${n}` });
    const seen: string[] = [];
    let url: string | undefined = `${commerce}/api/v1/products?brand_id=${brand_id}&search=${name}&limit=2`;
    while (url) {
      const answer: ApiResponse = await requestAddressed(url, { key: owner });
      expect(answer.status).toBe(200);
      seen.push(...answer.body.data.map((one: { name: string }) => one.name));
      url = nextOf(answer, url);
    }
    expect(seen).toEqual([0, 1, 2].map((n) => `${name} ${n}`));
  });

  test.each([
    ['Commerce', () => `${commerce}/api/v1/water-logs?brand_id=${brand_id}`, owner],
    ['Commerce', () => `${commerce}/api/v1/products?brand_id=${brand_id}&search=${randomUUID()}`, owner],
    ['Claims', () => `${claims}/api/claims?patient_control_number=none`, biller],
  ])('%s: the last page has no Link', async (_service, url, key) => {
    const answer = await requestAddressed(url(), { key });
    expect([answer.status, answer.headers.get('link')]).toEqual([200, null]);
  });

  test('a cursor list leads from page to page', async () => {
    const path = '/api/admin/audit-log?limit=1';
    const first = await requestAddressed(`${claims}${path}`, { key: auditor });
    const second = await requestAddressed(nextOf(first, `${claims}${path}`) ?? '', { key: auditor });
    expect(second.status).toBe(200);
    expect(second.body.data[0].id).toBe(first.body.data[0].id - 1);
  });

  test.each([
    ['Commerce', () => commerce, '/api/v1/openapi.json', `/api/v1/products?brand_id=${brand_id}`, owner],
    ['Claims', () => claims, '/api/openapi.json', '/api/inbox/lanes', admin],
  ] as const)(
    '%s: an operation works at the server in the OpenAPI document',
    async (_, base, document, path, key) => {
      const { body } = await requestAddressed(`${base()}${document}`);
      expect(body.servers).toEqual([{ url: base() }]);
      expect((await requestAddressed(`${body.servers[0].url}${path}`, { key })).status).toBe(200);
    },
  );

  test('a path without stage or base path is refused like in API Gateway', async () => {
    const { status, text, headers } = await requestAddressed(new URL('/api/v1/products', commerce), {
      key: owner,
    });
    expect([status, text]).toEqual([403, '{"message":"Forbidden"}']);
    expect(headers.get('x-amzn-errortype')).toBe('ForbiddenException');
  });

  test('a path of the other API is unknown', async () => {
    expect((await requestAddressed(`${commerce}/api/inbox/lanes`, { key: biller })).status).toBe(404);
    expect((await requestAddressed(`${claims}/api/v1/products`, { key: owner })).status).toBe(404);
  });
});

describe('one API under several addresses', () => {
  test('a request with an idempotency key is repeated under another address, with the links of that address', async () => {
    const body = { brand_id: stack.brandId, gallons: 2 };
    const headers = { 'idempotency-key': randomUUID() };
    const send = (base: string) =>
      requestAddressed(`${base}/api/v1/water-logs`, { method: 'POST', key: owner, headers, body });
    const first = await send(addressOf('Commerce', 0));
    const second = await send(addressOf('Commerce', 1));
    const third = await send(stack.baseUrl);
    expect([first, second, third].map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const locations = [first, second, third].map(({ headers: of }) => of.get('location'));
    const path = `/api/v1/water-logs/${first.body.data.id}`;
    expect(locations).toEqual([`/live${path}`, `/commerce${path}`, path]);
  });

  test('the shared address has no prefix', async () => {
    const { body } = await get('/api/v1/openapi.json');
    expect(body.servers).toEqual([{ url: stack.baseUrl }]);
  });
});

function nextOf({ headers }: ApiResponse, base: string): string | undefined {
  const target = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  return target === undefined ? undefined : new URL(target, base).href;
}
