import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { call, type Stack } from '../stack/api-client.ts';
import type { StackClock } from '../stack/stack-clock.ts';

interface RunningStack {
  readonly stack: Stack;
  readonly clock: StackClock;
}

export function referralRewardsSuite(running: () => RunningStack): void {
  const send = (method: string, path: string, body?: object) =>
    call(method, path, {
      baseUrl: running().stack.baseUrl,
      key: running().stack.apiKeys.owner,
      ...(body && { body }),
    });
  const brand_id = () => running().stack.brandId;
  const newOrder = async (product_id: string, customer_email: string) => {
    const items = [{ product_id, quantity: 4, price: 5 }];
    const made = await send('POST', '/api/v1/orders', { brand_id: brand_id(), customer_email, items });
    expect([made.status, made.body.error]).toEqual([201, undefined]);
    return made.body.data.id;
  };
  const move = async (id: string, statuses: readonly string[]) => {
    for (const status of statuses) {
      expect((await send('PUT', `/api/v1/orders/${id}/status`, { status })).status).toBe(200);
    }
  };
  /** Passes a minute, so that every event reaches its consumers. */
  const passOn = () => running().clock.advance(61);

  test('a completed order earns credit, which an order uses, a cancellation returns, and time ends', async () => {
    const settings = { reward: { kind: 'percent', percent: 25 }, expires_days: 10 };
    await send('PUT', `/api/v1/brands/${brand_id()}/referral-settings`, settings);
    const product = await send('POST', '/api/v1/products', { brand_id: brand_id(), name: 'Plums' });
    const [ana, ben] = [`ana-${randomUUID()}@example.com`, `ben-${randomUUID()}@example.com`];
    const code = await send('POST', '/api/v1/referrals/codes', { brand_id: brand_id(), customer_email: ana });
    const { customer_id, code: referral_code } = code.body.data;
    const redeemed = await send('POST', '/api/v1/referrals', {
      brand_id: brand_id(),
      referral_code,
      referred_email: ben,
    });
    expect(redeemed.status).toBe(201);
    const query = `brand_id=${brand_id()}&customer_id=${customer_id}`;
    const rewards = async () => (await send('GET', `/api/v1/referrals/rewards?${query}`)).body.data;
    const credit = async () => (await send('GET', `/api/v1/referrals/credits?${query}`)).body.data;
    expect(await rewards()).toMatchObject([{ state: 'pending', cents: 0 }]);

    const first = await newOrder(product.body.data.id, ben);
    await move(first, ['confirmed', 'ready', 'completed']);
    await passOn();
    expect(await rewards()).toMatchObject([{ state: 'earned', cents: 500, order_id: first }]);
    expect(await credit()).toMatchObject({ balance_cents: 500, currency: 'USD' });
    const board = await send('GET', `/api/v1/referrals/leaderboard?brand_id=${brand_id()}&period=all`);
    expect(board.body.data).toMatchObject([{ rank: 1, customer_id, referral_count: 1, earned_cents: 500 }]);

    const second = await newOrder(product.body.data.id, ana);
    const use = { brand_id: brand_id(), order_id: second, cents: 500 };
    const used = await send('POST', '/api/v1/referrals/credits', use);
    expect([used.status, used.body.data]).toEqual([
      201,
      expect.objectContaining({ kind: 'redeemed', cents: -500, balance_cents: 0 }),
    ]);
    expect((await send('POST', '/api/v1/referrals/credits', use)).body.code).toBe('credit_already_used');
    expect(await rewards()).toMatchObject([{ state: 'redeemed', remaining_cents: 0 }]);

    await move(second, ['cancelled']);
    await passOn();
    expect(await rewards()).toMatchObject([{ state: 'earned', remaining_cents: 500 }]);

    await running().clock.advance(11 * 86_400);
    await passOn();
    expect(await rewards()).toMatchObject([{ state: 'expired', remaining_cents: 0 }]);
    const { balance_cents, entries } = await credit();
    expect(balance_cents).toBe(0);
    expect(entries.map(({ kind, cents }: { kind: string; cents: number }) => [kind, cents])).toEqual([
      ['expired', -500],
      ['returned', 500],
      ['redeemed', -500],
      ['earned', 500],
    ]);
  });
}
