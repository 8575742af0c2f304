import { describe, expect, test } from '@jest/globals';
import type { OrderSettings, Product, PromoCode } from '#clients/typescript/src/commerce/index.ts';
import { toCsv } from '#web/farm/csv/to-csv.ts';
import {
  type DraftLine,
  emptyDraft,
  findOffers,
  offersOf,
  orderInput,
  withOne,
} from '#web/farm/new-order/draft.ts';
import { estimateOf } from '#web/farm/new-order/estimate.ts';

const line = (productId: string, quantity: number, price: number): DraftLine => ({
  productId,
  name: productId,
  quantity,
  price,
});
const settings: OrderSettings = {
  brand_id: 'b',
  promotions: 'on',
  taxes_included: false,
  tax_rates: [
    { label: 'Food', category: 'food', rate_percent: 2 },
    { label: 'Other', rate_percent: 10 },
  ],
  shipping: { label: 'Shipping', fee_cents: 500, free_from_cents: 5000 },
  version: 1,
};
const product = (members: Partial<Product> & { readonly id: string }): Product => ({
  brand_id: 'b',
  name: members.id,
  is_active: true,
  created_at: '',
  updated_at: '',
  version: 1,
  ...members,
});
const promo = (members: Partial<PromoCode>): PromoCode => ({
  id: 'p',
  brand_id: 'b',
  code: 'P',
  kind: 'percent',
  first_order_only: false,
  is_active: true,
  use_count: 0,
  created_at: '',
  updated_at: '',
  version: 1,
  ...members,
});
const catalog = new Map([['eggs', product({ id: 'eggs', tax_category: 'food' })]]);

describe('the estimate of a new order', () => {
  test('applies the rate of the category to the goods less their share of the discount', () => {
    const lines = [line('eggs', 2, 10), line('soap', 1, 20)];
    const half = promo({ percent: 50 });
    expect(estimateOf(lines, { fulfillment: 'pickup', settings, catalog, promo: half })).toEqual({
      subtotal: 4000,
      discount: 2000,
      shipping: 0,
      tax: 20 + 100,
      total: 2120,
    });
  });

  test('charges shipping up to the free limit, and none with a code for free shipping', () => {
    const estimate = (price: number, code?: PromoCode) =>
      estimateOf([line('soap', 1, price)], {
        fulfillment: 'ship',
        settings: { ...settings, tax_rates: [] },
        catalog,
        promo: code,
      }).shipping;
    expect(estimate(49.99)).toBe(500);
    expect(estimate(50)).toBe(0);
    expect(estimate(10, promo({ kind: 'free_shipping' }))).toBe(0);
  });

  test('limits a fixed discount to the eligible items, from the minimum on', () => {
    const lines = [line('eggs', 1, 3), line('soap', 1, 20)];
    const pricing = { fulfillment: 'pickup', settings: undefined, catalog } as const;
    const fixed = promo({ kind: 'fixed', amount_cents: 500, product_ids: ['eggs'] });
    expect(estimateOf(lines, { ...pricing, promo: fixed }).discount).toBe(300);
    expect(estimateOf(lines, { ...pricing, promo: { ...fixed, minimum_cents: 2301 } }).discount).toBe(0);
  });
});

describe('the draft of an order', () => {
  const offers = offersOf(
    [
      product({ id: 'eggs', name: 'Pasture eggs', sku: 'EGG', price: 6 }),
      product({
        id: 'jam',
        name: 'Jam',
        price: 5,
        variants: [{ id: 'v1', name: 'Plum', price: 7, is_active: true }],
      }),
      product({ id: 'old', name: 'Old', is_active: false }),
    ],
    new Map(),
  );

  test('offers variants in place of their product, and finds them by words or SKU', () => {
    expect(offers.map(({ line: { name, price } }) => `${name} ${price}`)).toEqual([
      'Pasture eggs 6',
      'Jam, Plum 7',
    ]);
    expect(findOffers(offers, 'plum jam').map(({ key }) => key)).toEqual(['jam v1']);
    expect(findOffers(offers, 'egg')[0]?.key).toBe('eggs');
  });

  test('adding an offer again raises its quantity', () => {
    const [eggs] = offers;
    if (eggs === undefined) throw new Error('No offer');
    expect(withOne(withOne([], eggs), eggs)).toMatchObject([{ productId: 'eggs', quantity: 2 }]);
  });

  test('a shipped order has no stop, and empty members are left out', () => {
    const draft = { ...emptyDraft, fulfillment: 'ship', stopId: 's', lines: [line('eggs', 1, 6)] } as const;
    expect(orderInput('b', draft)).toEqual({
      brand_id: 'b',
      fulfillment: 'ship',
      items: [{ product_id: 'eggs', quantity: 1, price: 6, fulfillment: 'ship' }],
    });
  });
});

describe('CSV', () => {
  test('quotes values, and keeps spreadsheets from running formulas', () => {
    expect(
      toCsv(
        ['a', 'b'],
        [
          ['x,"y"', '=1+1'],
          [null, -2],
        ],
      ),
    ).toBe('a,b\r\n"x,""y""",\'=1+1\r\n,-2\r\n');
  });
});
