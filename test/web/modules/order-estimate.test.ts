import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { orderInput as orderInputSchema } from '#commerce/orders/order.ts';
import { placeOrder } from '#commerce/orders/rules.ts';
import type { ShownProduct as Product } from '#commerce/products/product-fields.ts';
import type { PromoCode } from '#commerce/promo-codes/contract.ts';
import { applyPromoCode } from '#commerce/promo-codes/rules.ts';
import { toCsv } from '#web/data/csv-file.ts';
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
const product = (members: Partial<Product> & { readonly id: string }): Product => ({
  brand_id: 'b',
  name: members.id,
  is_active: true,
  created_at: '',
  updated_at: '',
  version: 1,
  ...members,
});
const promoCodeOf = (members: Partial<PromoCode>): PromoCode => ({
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
describe('the estimate of a new order', () => {
  const now = new Date('2026-11-21T10:00:00.000Z');
  const brand_id = '0192f6a0-0000-7000-8000-00000000b4a1';
  const ids = [1, 2, 3].map((digit) => `0192f6a0-0000-7000-8000-00000000000${digit}`);
  const units = fc.integer({ min: 1, max: 999_999 });
  const draft = fc.record({
    lines: fc.array(
      fc.record({
        productId: fc.constantFrom(...ids),
        name: fc.constant(''),
        quantity: fc.integer({ min: 1, max: 40 }),
        price: units.map((all) => all / 1000),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    fulfillment: fc.constantFrom('pickup', 'ship', 'mixed'),
  });
  const rate = units.map((all) => all / 10_000);
  const rules = fc
    .record({ taxes_included: fc.boolean(), first: rate, second: rate, free_from_cents: units })
    .map(({ taxes_included, first, second, free_from_cents }) => ({
      ...{ brand_id, promotions: 'on' as const, version: 1, taxes_included },
      tax_rates: [
        { label: 'Food', category: 'food', rate_percent: first },
        { label: 'Other', rate_percent: second },
      ],
      shipping: { label: 'Shipping', fee_cents: 500, free_from_cents },
    }));
  const code = fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), percent: rate }),
    fc.record({
      kind: fc.constant('fixed' as const),
      amount_cents: units,
      product_ids: fc.constant(ids.slice(0, 2)),
    }),
    fc.record({ kind: fc.constant('free_shipping' as const), minimum_cents: units }),
  );

  test('has the amounts that the service computes', () => {
    const catalog = new Map(ids.slice(1).map((id) => [id, product({ id, tax_category: 'food' })]));
    fc.assert(
      fc.property(draft, rules, fc.option(code, { nil: undefined }), (drawn, settings, of) => {
        const given = { ...emptyDraft, ...drawn };
        const promo = of && promoCodeOf(of);
        const input = orderInputSchema.parse(orderInput(brand_id, given));
        const promotion = promo && appliedTo(input, promo);
        const categoryOf = (id: string) => catalog.get(id)?.tax_category;
        const order = placeOrder(
          input,
          { id: brand_id, now },
          { currency: 'USD', settings, categoryOf, promotion },
        );
        expect(order).toMatchObject(estimateOf(given, { currency: 'USD', settings, catalog, promo }) ?? {});
      }),
      { numRuns: 500 },
    );
  });

  test('does not exist for a draft that the service refuses', () => {
    const lines = [{ productId: 'eggs', name: 'Eggs', quantity: 1, price: 1e11 }];
    const rules = { currency: 'USD', settings: undefined, catalog: new Map(), promo: undefined };
    expect(estimateOf({ ...emptyDraft, lines }, rules)).toBeUndefined();
  });

  /** The service refuses an order with a code that does not apply; the page shows the order without the code. */
  function appliedTo(input: Parameters<typeof applyPromoCode>[0], promoCode: PromoCode) {
    try {
      return applyPromoCode(input, { promoCode, customer: { kind: 'person', orders: 0, uses: 0 }, now });
    } catch {
      return undefined;
    }
  }
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
