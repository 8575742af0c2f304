import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { type Pricing, plainPricing } from '#commerce/orders/amounts.ts';
import { orderEdit, orderSettingsInput } from '#commerce/orders/contract.ts';
import { editedInput, editOrder } from '#commerce/orders/editing.ts';
import { type OrderStatus, orderInput, orderStatuses } from '#commerce/orders/order.ts';
import { recordPayment, recordRefund } from '#commerce/orders/payment.ts';
import { changeOrderStatus, placeOrder } from '#commerce/orders/rules.ts';
import { promoCodeInput } from '#commerce/promo-codes/contract.ts';
import { applyPromoCode, newPromoCode, type PromoContext } from '#commerce/promo-codes/rules.ts';
import { brandId, productIds } from './arbitrary-orders.ts';

describe('orders', () => {
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
        items: [{ product_id: product, quantity: 3, price: 0.1, fulfillment: 'pickup', delivery: 'pickup' }],
        fulfillment: 'pickup',
        delivery: 'pickup',
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
        allowed_cents: 0,
        allowed_goods_cents: 0,
        allowed_shipping_cents: 0,
        collect_cents: 30,
        return_cents: 0,
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
      const order = { ...placeOrder(input, { id, now }), number: 1001, status: from };
      const result = thrown(() => changeOrderStatus(order, to, later));
      if (legal.has(`${from}→${to}`)) {
        expect(result).toEqual({ ...order, status: to, version: 2, updated_at: later.toISOString() });
      } else {
        expect(result).toMatchObject({ code: 'illegal_transition', status: 409 });
      }
    });

    test.each(orderStatuses)('%s again changes nothing', (status) => {
      const order = { ...placeOrder(input, { id, now }), number: 1001, status };
      expect(changeOrderStatus(order, status, later)).toBe(order);
    });
  });
});

describe('order amounts', () => {
  const [apple = '', bread = ''] = productIds;
  const now = new Date('2026-11-21T10:00:00.000Z');
  const identity = { id: '0192f6a0-0000-7000-8000-000000000001', now };
  const input = (fields: object = {}) =>
    orderInput.parse({
      brand_id: brandId,
      items: [
        { product_id: apple, quantity: 3, price: 3.335 },
        { product_id: bread, quantity: 1, price: 10 },
      ],
      fulfillment: 'ship',
      ...fields,
    });
  const priced = (settings: object, fields: object = {}, more: Partial<Pricing> = {}) =>
    numbered(
      placeOrder(input(fields), identity, {
        ...plainPricing,
        settings: orderSettingsInput.parse(settings),
        categoryOf: (id) => (id === apple ? 'fruit' : undefined),
        ...more,
      }),
    );
  const numbered = (order: ReturnType<typeof placeOrder>) => ({ ...order, number: 1001 });

  describe('amounts of an order', () => {
    test('without settings the amount due is the total', () => {
      expect(placeOrder(input(), identity)).toMatchObject({
        total: 20.01,
        total_cents: 2001,
        subtotal_cents: 2001,
        amount_due_cents: 2001,
        amount_due: 20.01,
        currency: 'USD',
        payment_state: 'unpaid',
      });
    });

    test('taxes by category after the share of discounts, and shipping below its free limit', () => {
      const tax_rates = [
        { label: 'Food', category: 'fruit', rate_percent: 2.5 },
        { label: 'Other', rate_percent: 10 },
      ];
      const shipping = { fee_cents: 700, free_from_cents: 2000 };
      const discount_lines = [{ label: 'Friend', amount_cents: 201 }];
      // Of 1001 and 1000 the discount takes 101 (100.55) and 100 (100.45): taxes of 22.5 and 90.0.
      expect(priced({ tax_rates, shipping }, { discount_lines })).toMatchObject({
        total: 20.01,
        discount_cents: 201,
        shipping_cents: 700,
        tax_lines: [
          { label: 'Food', amount_cents: 23, source: 'brand', rate_percent: 2.5 },
          { label: 'Other', amount_cents: 90, source: 'brand', rate_percent: 10 },
        ],
        amount_due_cents: 2001 - 201 + 700 + 113,
      });
      expect(priced({ shipping }).shipping_cents).toBe(0);
      expect(priced({ shipping: { fee_cents: 700, free_from_cents: 2001 } }).shipping_cents).toBe(0);
      expect(priced({ shipping: { fee_cents: 700, free_from_cents: 2002 } }).shipping_cents).toBe(700);
      expect(priced({ shipping: { fee_cents: 700 } }, { fulfillment: 'pickup' }).shipping_lines).toEqual([]);
    });

    test('included taxes are shown and not added', () => {
      const order = priced({ taxes_included: true, tax_rates: [{ label: 'VAT', rate_percent: 7 }] });
      expect(order).toMatchObject({ tax_cents: 131, amount_due_cents: 2001, taxes_included: true });
    });

    test('lines of the caller replace those of the settings; credit lowers what is due', () => {
      const tax_lines = [{ label: 'Tax', amount_cents: 5 }];
      const shipping_lines = [{ label: 'Courier', amount_cents: 995 }];
      const settings = { tax_rates: [{ label: 'VAT', rate_percent: 7 }], shipping: { fee_cents: 1 } };
      const order = priced(settings, { tax_lines, shipping_lines }, { creditCents: 9999 });
      expect(order).toMatchObject({
        tax_cents: 5,
        shipping_cents: 995,
        credit_cents: 3001,
        amount_due_cents: 0,
      });
      expect(order.payment_state).toBe('paid');
    });

    test('discounts beyond the total are refused', () => {
      const discount_lines = [{ label: 'All', amount_cents: 2002 }];
      let error: unknown;
      try {
        placeOrder(input({ discount_lines }), identity);
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({
        details: [{ path: ['body', 'discount_lines'], message: 'Discounts must not exceed the total' }],
      });
    });

    test('amounts add up, whatever the lines', () => {
      const amount = fc.integer({ min: 1, max: 500 });
      const rate = fc.integer({ min: 0, max: 1_000_000 }).map((units) => units / 10_000);
      fc.assert(
        fc.property(amount, rate, rate, fc.boolean(), (discount, first, second, included) => {
          const order = priced(
            {
              taxes_included: included,
              tax_rates: [
                { label: 'a', category: 'fruit', rate_percent: first },
                { label: 'b', rate_percent: second },
              ],
              shipping: { fee_cents: 300 },
            },
            { discount_lines: [{ label: 'd', amount_cents: discount }] },
          );
          const due = order.subtotal_cents - discount + 300 + (included ? 0 : order.tax_cents);
          expect(order.amount_due_cents).toBe(due);
          expect(order.amount_due).toBe(due / 100);
        }),
      );
    });
  });

  describe('an edit', () => {
    test('keeps what it does not name, removes what is null, and computes the amounts again', () => {
      const order = priced({ shipping: { fee_cents: 700 } }, { notes: 'Gate', customer_name: 'Ana' });
      const items = [{ product_id: apple, quantity: 1, price: 5 }];
      const edited = editedInput(order, orderEdit.parse({ notes: null, items }));
      const result = editOrder(order, edited, plainPricing, now);
      expect(result).toMatchObject({ customer_name: 'Ana', total: 5, shipping_cents: 0, version: 2 });
      expect(result.notes).toBeUndefined();
    });

    test('is refused once the order is confirmed', () => {
      const order = { ...numbered(placeOrder(input(), identity)), status: 'confirmed' as const };
      expect(() => editedInput(order, { notes: 'late' })).toThrow('Only a pending order can be edited');
    });
  });

  describe('payments and refunds', () => {
    const recording = { id: identity.id, now, by: 'key:1' };
    const pay = (
      order: ReturnType<typeof numbered>,
      amount_cents: number,
      kind: 'payment' | 'authorization' | 'void' = 'payment',
    ) => recordPayment(order, { amount_cents, kind, method: 'cash' }, recording).order;
    const refund = (order: ReturnType<typeof numbered>, amount_cents: number) =>
      recordRefund(
        order,
        { amount_cents, method: 'cash', reason: 'r', restock: false, return_credit: false },
        recording,
      ).order;
    const order = numbered(placeOrder(input(), identity));

    test('unpaid → authorized → paid → partially refunded → refunded', () => {
      const authorized = pay(order, 2001, 'authorization');
      const paid = pay(pay(authorized, 1000), 1001);
      const partly = refund(paid, 1);
      const states = [order, authorized, paid, partly, refund(partly, 2000)];
      expect(states.map(({ payment_state }) => payment_state)).toEqual([
        'unpaid',
        'authorized',
        'paid',
        'partially_refunded',
        'refunded',
      ]);
      expect(paid.authorized_cents).toBe(0);
    });

    test('never more paid than due, never more refunded than paid', () => {
      expect(() => pay(order, 2002)).toThrow('The order has 2001 cents unpaid');
      expect(() => refund(pay(order, 500), 501)).toThrow('At most 500 cents can be refunded');
      expect(() => pay(pay(order, 5, 'authorization'), 6, 'void')).toThrow(
        'The order has 5 cents authorized',
      );
      expect(() => pay(pay(order, 2000, 'authorization'), 2, 'authorization')).toThrow(
        'The order has 1 cents neither paid nor authorized',
      );
      expect(() => pay({ ...order, status: 'cancelled' }, 1)).toThrow('The order is cancelled');
    });
  });

  describe('promo codes', () => {
    const code = (fields: object) =>
      newPromoCode(promoCodeInput.parse({ brand_id: brandId, code: 'Spring', ...fields }), now);
    const person = { kind: 'person', orders: 0, uses: 0 } as const;
    const apply = (fields: object, order: object = {}, context: Partial<PromoContext> = {}) =>
      applyPromoCode(input({ customer_email: 'ana@example.com', ...order }), {
        promoCode: code(fields),
        customer: person,
        now,
        ...context,
      });
    const percent = { kind: 'percent', percent: 15 };
    const nobody = { kind: 'nobody', orders: 0, uses: 0 } as const;

    test.each([
      [percent, 300],
      [{ ...percent, product_ids: [bread] }, 150],
      [{ kind: 'fixed', amount_cents: 500 }, 500],
      [{ kind: 'fixed', amount_cents: 5000, product_ids: [bread] }, 1000],
      [{ kind: 'free_shipping' }, 0],
    ])('%j takes off %i cents', (rules, discount) => {
      expect(apply(rules).discount_cents).toBe(discount);
    });

    test.each([
      ['inactive', { is_active: false }, {}, {}],
      ['not_started', { starts_at: '2026-11-21T10:00:00.001Z' }, {}, {}],
      ['expired', { ends_at: '2026-11-21T10:00:00.000Z' }, {}, {}],
      ['minimum_not_reached', { minimum_cents: 2002 }, {}, {}],
      ['no_eligible_items', { product_ids: [brandId] }, {}, {}],
      ['not_first_order', { first_order_only: true }, {}, { customer: { ...person, orders: 1 } }],
      ['customer_required', { first_order_only: true }, {}, { customer: nobody }],
      ['customer_exhausted', { max_uses_per_customer: 2 }, {}, { customer: { ...person, uses: 2 } }],
      ['unknown', {}, { promo_code: 'NOPE' }, { promoCode: undefined }],
    ])('%s is refused', (reason, rules, order, context) => {
      let details: unknown;
      try {
        apply({ ...percent, ...rules }, order, context);
      } catch (error) {
        details = error;
      }
      expect(details).toMatchObject({
        code: 'promo_code_refused',
        details: [{ path: ['body', 'promo_code'], code: reason }],
      });
    });
  });
});
