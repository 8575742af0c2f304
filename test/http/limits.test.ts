import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { get, newProduct, orderOf, post, stack } from './api-client.ts';

/** Waits for the start of a window when the current one is about to end, so that a test meets one window only. */
async function freshWindow(): Promise<void> {
  const left = 60 - ((Date.now() / 1000) % 60);
  if (left < 15) await new Promise((resolve) => setTimeout(resolve, (left + 0.1) * 1000));
}

const statuses = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('spec: limits', () => {
  test('checkout limiter: 20 requests per minute, exact under 300 parallel orders', async () => {
    await freshWindow();
    const product = await newProduct();
    const headers = { 'x-forwarded-for': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 300 }, () => post('/api/v1/orders', orderOf(product), { headers })),
    );
    expect(statuses(answers, 201)).toBe(20);
    expect(statuses(answers, 429)).toBe(280);
  }, 60_000);

  test('general API limiter: 100 requests per minute', async () => {
    await freshWindow();
    const headers = { 'x-forwarded-for': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 110 }, () =>
        get(`/api/v1/products?brand_id=${stack.brandId}&limit=1`, { headers }),
      ),
    );
    expect(statuses(answers, 200)).toBe(100);
    expect(statuses(answers, 429)).toBe(10);
  }, 60_000);

  test('email limiter: campaigns, 10 per minute', async () => {
    await freshWindow();
    const headers = { 'x-forwarded-for': randomUUID() };
    const campaign = { brand_id: stack.brandId, name: 'a', subject: 'b', content: 'c' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post('/api/v1/campaigns', campaign, { headers })),
    );
    expect(statuses(answers, 201)).toBe(10);
    expect(statuses(answers, 429)).toBe(2);
  }, 60_000);

  test('rate limit exceeded: 429 with the seconds until reset, rounded up, before body and validation', async () => {
    await freshWindow();
    const headers = { 'x-forwarded-for': randomUUID() };
    for (let n = 0; n < 20; n++) await post('/api/v1/orders', {}, { headers });
    const { status, body, headers: answered } = await post('/api/v1/orders', {}, { headers });
    expect(status).toBe(429);
    expect(body.code).toBe('rate_limited');
    expect(answered.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(answered.get('ratelimit')).toBe(`"checkout";r=0;t=${answered.get('retry-after')}`);
    expect(answered.get('x-ratelimit-remaining')).toBe('0');
  }, 60_000);

  test('rate-limit key: the x-forwarded-for value; another value has a window of its own', async () => {
    await freshWindow();
    const first = await get('/api/v1/products?limit=1', { headers: { 'x-forwarded-for': randomUUID() } });
    const second = await get('/api/v1/products?limit=1', { headers: { 'x-forwarded-for': randomUUID() } });
    expect(first.headers.get('x-ratelimit-remaining')).toBe('99');
    expect(second.headers.get('x-ratelimit-remaining')).toBe('99');
  }, 60_000);

  test('product page size 1..100, default 20', async () => {
    expect((await get('/api/v1/products?limit=100')).body.pagination.limit).toBe(100);
    expect((await get('/api/v1/products')).body.pagination.limit).toBe(20);
  });
});
