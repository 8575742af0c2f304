import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { sized } from '../../soak.ts';
import { get, newProduct, orderOf, post, stack } from '../stack/api-client.ts';

const currentWindow = () => Math.floor(Date.now() / 60_000);

/**
 * Sends requests of a new caller into one window of a limiter; repeats them when the window ended meanwhile.
 */
async function inOneWindow<T>(
  ask: (options: { readonly headers: Record<string, string> }) => Promise<T>,
): Promise<T> {
  for (;;) {
    const left = 60 - ((Date.now() / 1000) % 60);
    if (left < 5) await delay((left + 0.1) * 1000);
    const window = currentWindow();
    const answers = await ask({ headers: { 'x-forwarded-for': randomUUID() } });
    if (currentWindow() === window) return answers;
  }
}

const orders = sized('parallel orders of one caller', { short: 60, soak: 300 });

const statuses = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('spec: limits', () => {
  test('checkout limiter: 20 requests per minute, exact under parallel orders', async () => {
    const product = await newProduct();
    const answers = await inOneWindow((options) =>
      Promise.all(Array.from({ length: orders }, () => post('/api/v1/orders', orderOf(product), options))),
    );
    expect(statuses(answers, 201)).toBe(20);
    expect(statuses(answers, 429)).toBe(orders - 20);
  });

  test('general API limiter: 100 requests per minute', async () => {
    const path = `/api/v1/products?brand_id=${stack.brandId}&limit=1`;
    const answers = await inOneWindow((options) =>
      Promise.all(Array.from({ length: 110 }, () => get(path, options))),
    );
    expect(statuses(answers, 200)).toBe(100);
    expect(statuses(answers, 429)).toBe(10);
  });

  test('email limiter: campaigns, 10 per minute', async () => {
    const campaign = { brand_id: stack.brandId, name: 'a', subject: 'b', content: 'c' };
    const answers = await inOneWindow((options) =>
      Promise.all(Array.from({ length: 12 }, () => post('/api/v1/campaigns', campaign, options))),
    );
    expect(statuses(answers, 201)).toBe(10);
    expect(statuses(answers, 429)).toBe(2);
  });

  test('rate limit exceeded: 429 with the seconds until reset, rounded up, before body and validation', async () => {
    const {
      status,
      body,
      headers: answered,
    } = await inOneWindow(async (options) => {
      for (let n = 0; n < 20; n++) await post('/api/v1/orders', {}, options);
      return post('/api/v1/orders', {}, options);
    });
    expect(status).toBe(429);
    expect(body.code).toBe('rate_limited');
    expect(answered.get('retry-after')).toMatch(/^([1-9]|[1-5]\d|60)$/);
    expect(answered.get('ratelimit')).toBe(`"checkout";r=0;t=${answered.get('retry-after')}`);
    expect(answered.get('x-ratelimit-remaining')).toBe('0');
  });

  test('rate-limit key: the x-forwarded-for value; another value has another window', async () => {
    const first = await get('/api/v1/products?limit=1', { headers: { 'x-forwarded-for': randomUUID() } });
    const second = await get('/api/v1/products?limit=1', { headers: { 'x-forwarded-for': randomUUID() } });
    expect(first.headers.get('x-ratelimit-remaining')).toBe('99');
    expect(second.headers.get('x-ratelimit-remaining')).toBe('99');
  });

  test('product page size 1..100, default 20', async () => {
    expect((await get('/api/v1/products?limit=100')).body.pagination.limit).toBe(100);
    expect((await get('/api/v1/products')).body.pagination.limit).toBe(20);
  });
});
