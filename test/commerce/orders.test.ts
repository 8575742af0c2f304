import { describe, expect, test } from '@jest/globals';
import { changeOrderStatus } from '#commerce/order-status.ts';
import { placeOrder } from '#commerce/place-order.ts';
import { type OrderStatus, orderInput, orderStatuses } from '#contract/commerce/orders.ts';
import { brandId, productIds } from './arbitrary-orders.ts';

const [product = ''] = productIds;
const now = new Date('2026-11-21T10:00:00.000Z');
const id = '0192f6a0-0000-7000-8000-000000000001';
const input = orderInput.parse({
  brand_id: brandId,
  items: [{ product_id: product, quantity: 3, price: 0.1 }],
  promo_code: 'SPRING',
});
const thrown = (run: () => unknown): unknown => {
  try {
    return run();
  } catch (error) {
    return error;
  }
};

describe('placing an order', () => {
  test('keeps what the caller gave and adds total, status and times', () => {
    expect(placeOrder(input, { id, now })).toEqual({
      id,
      brand_id: brandId,
      items: [{ product_id: product, quantity: 3, price: 0.1, fulfillment: 'pickup' }],
      fulfillment: 'pickup',
      promo_code: 'SPRING',
      status: 'pending',
      total: 0.3,
      currency: 'USD',
      subtotal_cents: 30,
      discount_cents: 0,
      shipping_cents: 0,
      tax_cents: 0,
      credit_cents: 0,
      total_cents: 30,
      amount_due_cents: 30,
      amount_due: 0.3,
      taxes_included: false,
      discount_lines: [],
      shipping_lines: [],
      tax_lines: [],
      payment_state: 'unpaid',
      authorized_cents: 0,
      paid_cents: 0,
      refunded_cents: 0,
      created_at: now.toISOString(),
      updated_at: now.toISOString(),
      version: 1,
    });
  });

  test.each([
    [{ price: 9_999_999_999.99, quantity: 1 }, 9_999_999_999.99],
    [{ price: 9_999_999_999.994_9, quantity: 1 }, 9_999_999_999.99],
    [{ price: 5e-324, quantity: 1_000_000 }, 0],
    [{ price: 12.345, quantity: 3 }, 37.04],
    [{ price: 0.1 + 0.2, quantity: 1_000_000 }, 300_000],
  ])('%j is within the limit', (line, total) => {
    const order = placeOrder(
      { ...input, items: [{ ...line, product_id: product, fulfillment: 'ship' }] },
      { id, now },
    );
    expect(order.total).toBe(total);
  });

  test.each([
    { price: 10_000_000_000, quantity: 1 },
    { price: 9_999_999_999.995, quantity: 1 },
    { price: 10_000, quantity: 1_000_000 },
    { price: Number.MAX_VALUE, quantity: 1_000_000 },
  ])('%j exceeds the maximum value of an order', (line) => {
    const items = [{ ...line, product_id: product, fulfillment: 'ship' as const }];
    const error = thrown(() => placeOrder({ ...input, items }, { id, now }));
    expect(error).toMatchObject({
      code: 'validation_failed',
      details: [
        { path: ['body', 'items'], message: 'The total must not exceed 9999999999.99', code: 'too_big' },
      ],
    });
  });

  test('refuses a line of more than a million and names the item', () => {
    const [item] = input.items;
    const accepted = { ...item, quantity: 1_000_000 };
    const parsed = orderInput.safeParse({ ...input, items: [accepted, { ...item, quantity: 1_000_001 }] });
    expect(parsed.error?.issues).toEqual([
      expect.objectContaining({ path: ['items', 1, 'quantity'], code: 'too_big' }),
    ]);
  });
});

describe('status of an order', () => {
  const legal = new Set([
    'pending→confirmed',
    'confirmed→ready',
    'ready→completed',
    'pending→cancelled',
    'confirmed→cancelled',
    'ready→cancelled',
  ]);
  const later = new Date(now.getTime() + 1000);
  const moves = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => to !== from).map((to): [OrderStatus, OrderStatus] => [from, to]),
  );

  test.each(moves)('%s → %s', (from, to) => {
    const order = { ...placeOrder(input, { id, now }), status: from };
    const result = thrown(() => changeOrderStatus(order, to, later));
    if (legal.has(`${from}→${to}`)) {
      expect(result).toEqual({ ...order, status: to, version: 2, updated_at: later.toISOString() });
    } else {
      expect(result).toMatchObject({ code: 'illegal_transition', status: 409 });
    }
  });

  test.each(orderStatuses)('%s again changes nothing', (status) => {
    const order = { ...placeOrder(input, { id, now }), status };
    expect(changeOrderStatus(order, status, later)).toBe(order);
  });
});
