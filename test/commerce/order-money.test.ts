import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  amountsOf,
  lineCents,
  type Pricing,
  partsOf,
  plainPricing,
  productWorths,
  worthOf,
} from '#commerce/orders/amounts.ts';
import { orderSettingsInput } from '#commerce/orders/contract.ts';
import { editOrder } from '#commerce/orders/editing.ts';
import { type Order, type OrderInput, orderInput } from '#commerce/orders/order.ts';
import {
  payableCents,
  recordPayment,
  recordRefund,
  useCredit,
  withBalance,
  withoutCredit,
} from '#commerce/orders/payment.ts';
import { changeOrderStatus, placeOrder } from '#commerce/orders/rules.ts';
import { ApiError } from '#contract/errors.ts';
import { sized } from '#test/soak.ts';
import { brandId, productIds } from './arbitrary-orders.ts';

const numRuns = sized('sequences of payments, refunds and edits', { short: 300, soak: 5000 });

const now = new Date('2026-11-21T10:00:00.000Z');
const id = '0192f6a0-0000-7000-8000-000000000001';
const recording = { id, now, by: 'key:1' };
const [kale = '', beets = '', soap = ''] = productIds;

const goods = (...prices: readonly number[]) =>
  prices.map((price, index) => ({ product_id: productIds[index] ?? '', quantity: 1, price }));

const place = (items: object[], fields: object = {}, pricing: Partial<Pricing> = {}): Order => ({
  ...placeOrder(
    orderInput.parse({ brand_id: brandId, items, ...fields }),
    { id, now },
    { ...plainPricing, ...pricing },
  ),
  number: 1001,
});

const pay = (order: Order, amount_cents: number): Order =>
  recordPayment(order, { amount_cents, kind: 'payment', method: 'cash' }, recording).order;

type Refund = Partial<Parameters<typeof recordRefund>[1]>;

const refund = (order: Order, amount_cents: number, fields: Refund = {}): Order =>
  recordRefund(
    order,
    { amount_cents, method: 'cash', reason: 'r', restock: false, return_credit: false, ...fields },
    recording,
  ).order;

const edit = (order: Order, items: object[], fields: object = {}): Order =>
  editOrder(order, orderInput.parse({ brand_id: brandId, items, ...fields }), plainPricing, now);

const cancel = (order: Order): Order =>
  withBalance(withoutCredit(changeOrderStatus(order, 'cancelled', now)));

const shipping = (cents: number) => ({ shipping_lines: [{ label: 'Courier', amount_cents: cents }] });

const state = (payment_state: Order['payment_state'], collect_cents = 0, return_cents = 0) => ({
  payment_state,
  collect_cents,
  return_cents,
});

describe('the balance of an order', () => {
  const paid = pay(place(goods(20)), 2000);

  test.each<[string, Order, object]>([
    ['nothing paid', place(goods(20)), state('unpaid', 2000)],
    ['a part paid (case 12)', pay(place(goods(20)), 500), state('partially_paid', 1500)],
    ['all paid', paid, state('paid')],
    ['refunded and paid again (case 13)', pay(refund(paid, 2000), 2000), state('paid')],
    ['refunded to be paid otherwise', refund(paid, 2000, { keeps_due: true }), state('unpaid', 2000)],
    ['half paid and returned', refund(pay(place(goods(100)), 5000), 5000), state('unpaid', 10_000)],
    ['a part of it as goodwill', refund(paid, 100), state('partially_refunded')],
    ['edited upwards', edit(paid, goods(25)), state('partially_paid', 500)],
    ['edited downwards', edit(paid, goods(15)), state('overpaid', 0, 500)],
    ['edited downwards, the rest returned', refund(edit(paid, goods(15)), 500), state('paid')],
    ['cancelled', cancel(paid), state('overpaid', 0, 2000)],
    ['cancelled and returned', refund(cancel(paid), 2000), state('refunded')],
    ['cancelled without payment', cancel(place(goods(20))), state('unpaid')],
    ['free', place(goods(20), { discount_lines: [{ label: 'Gift', amount_cents: 2000 }] }), state('paid')],
  ])('%s', (_, order, balance) => {
    expect(order).toMatchObject(balance);
  });

  test('an edit takes goodwill back first', () => {
    const lowered = refund(pay(place(goods(30)), 3000), 1000);
    expect(lowered).toMatchObject({ allowed_cents: 1000, ...state('partially_refunded') });
    expect(edit(lowered, goods(20))).toMatchObject({ allowed_cents: 0, ...state('paid') });
    // An edit upwards and back changes nothing.
    const raised = edit(lowered, goods(40));
    expect(raised).toMatchObject(state('partially_paid', 1000));
    expect(edit(raised, goods(30))).toMatchObject({ allowed_cents: 1000, ...state('partially_refunded') });
  });

  test('a refund returns an overpayment first, and only the rest is goodwill', () => {
    const over = edit(paid, goods(15));
    expect(refund(over, 700)).toMatchObject({ allowed_cents: 200, ...state('partially_refunded') });
  });

  test('a full refund gives credit back, unless the customer will pay again', () => {
    const order = pay(place(goods(20), { credit_cents: 500 }), 1500);
    expect(refund(order, 1500)).toMatchObject({ credit_returned_cents: 500, ...state('refunded') });
    const kept = refund(order, 1500, { keeps_due: true });
    expect(kept).toMatchObject({ credit_cents: 500, ...state('unpaid', 1500) });
    // The credit is with the customer again, so money has to pay for all goods.
    expect(pay(refund(order, 1500), 2000)).toMatchObject({ allowed_cents: 0, ...state('paid') });
  });
});

describe('what an order is worth', () => {
  const vat = {
    settings: orderSettingsInput.parse({
      taxes_included: true,
      tax_rates: [{ label: 'VAT', rate_percent: 20 }],
    }),
  };

  test.each<[string, Order, number]>([
    ['paid wholly by credit', place(goods(20), { credit_cents: 2000 }), 0],
    ['with 2.00 of 12.00 as included tax', place(goods(12), {}, vat), 1000],
    ['with half of it by credit', place(goods(12), { credit_cents: 600 }, vat), 500],
    ['with shipping', place(goods(20), shipping(500)), 2000],
    [
      'with its shipping refunded',
      refund(pay(place(goods(20), shipping(500)), 2500), 500, { of: 'shipping' }),
      2000,
    ],
    [
      'with a fourth of goods and shipping refunded',
      refund(pay(place(goods(30), shipping(1000)), 4000), 1000),
      2250,
    ],
    ['refunded', refund(pay(place(goods(12, 8), shipping(500), vat), 2500), 2500), 0],
    ['cancelled', cancel(place(goods(20))), 0],
  ])('%s', (_, order, worth) => {
    expect(worthOf(order)).toBe(worth);
  });

  test('a refund of lines lowers the worth of their products alone', () => {
    const order = pay(place(goods(10, 10)), 2000);
    const lowered = refund(order, 400, { items: [{ product_id: kale, quantity: 1 }] });
    expect([...productWorths(lowered)]).toEqual([
      [kale, 600],
      [beets, 1000],
    ]);
    // 12.00 with 2.00 VAT included.
    const taxed = refund(pay(place(goods(12, 12), {}, vat), 2400), 600, {
      items: [{ product_id: beets, quantity: 1 }],
    });
    expect([...productWorths(taxed).values()]).toEqual([1000, 500]);
  });

  test('what a refund of a product allowed stays with the goods when an edit removes the product', () => {
    const order = refund(pay(place(goods(10, 10)), 2000), 400, {
      items: [{ product_id: kale, quantity: 1 }],
    });
    const edited = edit(order, [{ product_id: beets, quantity: 1, price: 30 }]);
    expect(edited).toMatchObject({ allowed_goods_cents: 400, ...state('partially_paid', 1000) });
    expect([...productWorths(edited)]).toEqual([[beets, 2600]]);
    // Goods of 2.00 cannot lose 4.00.
    const shipped = edit(order, [{ product_id: beets, quantity: 1, price: 2 }], shipping(2000));
    expect(shipped).toMatchObject({ allowed_cents: 400, ...state('partially_paid', 200) });
    expect(worthOf(shipped)).toBeGreaterThanOrEqual(0);
  });

  test.each<[Refund, string]>([
    [{ of: 'shipping' }, 'At most 500 cents of the shipping can be refunded'],
    [{ items: [{ product_id: kale, quantity: 1 }] }, 'At most 450 cents of these items can be refunded'],
    [{ items: [{ product_id: kale, quantity: 3 }] }, `The order has 2 of product ${kale}, not 3`],
    [{ items: [{ product_id: soap, quantity: 1 }] }, `The order has 0 of product ${soap}, not 1`],
  ])('%j is refused for more than it costs', (scope, message) => {
    const items = [{ product_id: kale, quantity: 2, price: 5 }, ...goods(0, 10).slice(1)];
    const discount_lines = [{ label: 'Kale', amount_cents: 100, product_ids: [kale] }];
    const order = pay(place(items, { ...shipping(500), discount_lines }), 2400);
    expect(() => refund(order, 501, scope)).toThrow(message);
  });
});

test('tax of a discounted product follows its discount (case 10)', () => {
  const settings = orderSettingsInput.parse({
    tax_rates: [
      { label: 'Food', category: 'Food ', rate_percent: 5 },
      { label: 'Goods', rate_percent: 20 },
    ],
  });
  const categoryOf = (product: string) => (product === kale ? 'food' : undefined);
  const discount_lines = [{ label: 'KALE', amount_cents: 500, product_ids: [kale] }];
  const order = place(goods(10, 10), { discount_lines }, { settings, categoryOf });
  expect(order.tax_lines.map(({ amount_cents }) => amount_cents)).toEqual([25, 200]);
  expect(order).toMatchObject({
    amount_due: 17.25,
    items: [{ discount_cents: 500, tax_cents: 25 }, { tax_cents: 200 }],
  });
});

const items = fc.array(
  fc.record({
    product_id: fc.constantFrom(kale, beets, soap),
    quantity: fc.integer({ min: 1, max: 9 }),
    price: fc.integer({ min: 1, max: 9000 }).map((units) => units / 1000),
  }),
  { minLength: 1, maxLength: 5 },
);
const cents = fc.integer({ min: 1, max: 4000 });
const scope = fc.option(fc.uniqueArray(fc.constantFrom(kale, beets, soap), { minLength: 1 }), {
  nil: undefined,
});
const priced = fc.record({
  items,
  discounts: fc.array(fc.record({ amount_cents: fc.integer({ min: 1, max: 900 }), product_ids: scope }), {
    maxLength: 3,
  }),
  shipping: fc.option(cents, { nil: undefined }),
  taxes_included: fc.boolean(),
  rates: fc.tuple(
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: 0, max: 300 }).map((rate) => rate / 10),
  ),
});
type Drawn = typeof priced extends fc.Arbitrary<infer D> ? D : never;

const inputOf = (drawn: Drawn): OrderInput =>
  orderInput.parse({
    brand_id: brandId,
    items: drawn.items,
    ...(drawn.discounts.length > 0 && {
      discount_lines: drawn.discounts.map((line) => ({ label: 'd', ...line })),
    }),
    ...(drawn.shipping && shipping(drawn.shipping)),
  });

const pricingOf = ({ taxes_included, rates: [food, other] }: Drawn): Pricing => ({
  ...plainPricing,
  settings: {
    taxes_included,
    tax_rates: [
      { label: 'Food', category: 'food', rate_percent: food },
      { label: 'Other', rate_percent: other },
    ],
  },
  categoryOf: (product) => (product === soap ? undefined : 'Food'),
});

test('taxes equal those of each line by itself, within the rounding of their rate', () => {
  fc.assert(
    fc.property(priced, (drawn) => {
      const input = inputOf(drawn);
      const amounts = amountsOf({ ...input, fulfillment: 'pickup' }, pricingOf(drawn));
      fc.pre(!('member' in amounts));
      if ('member' in amounts) return;
      const paid = lineCents(amounts.total_cents, input.items).map(
        (amount, index) => amount - (amounts.lines[index]?.discount_cents ?? 0),
      );
      expect(Math.min(...paid)).toBeGreaterThanOrEqual(0);
      const sum = (of: (index: number) => number) =>
        input.items.reduce((total, _, index) => total + of(index), 0);
      expect(sum((index) => amounts.lines[index]?.discount_cents ?? 0)).toBe(amounts.discount_cents);
      expect(sum((index) => amounts.lines[index]?.tax_cents ?? 0)).toBe(amounts.tax_cents);
      for (const { product_ids } of amounts.discount_lines) {
        // What a scope loses is at least its own discounts.
        const own = amounts.discount_lines.filter((line) =>
          line.product_ids?.every((one) => product_ids?.includes(one)),
        );
        const lost = sum((index) =>
          product_ids?.includes(input.items[index]?.product_id ?? '')
            ? (amounts.lines[index]?.discount_cents ?? 0)
            : 0,
        );
        if (product_ids)
          expect(lost).toBeGreaterThanOrEqual(own.reduce((total, line) => total + line.amount_cents, 0));
      }
      const [food, other] = drawn.rates;
      for (const [label, rate, isTaxed] of [
        ['Food', food, (product: string) => product !== soap],
        ['Other', other, (product: string) => product === soap],
      ] as const) {
        const base = sum((index) => (isTaxed(input.items[index]?.product_id ?? '') ? (paid[index] ?? 0) : 0));
        const exact = drawn.taxes_included ? (base * rate) / (100 + rate) : (base * rate) / 100;
        const line = amounts.tax_lines.find((one) => one.label === label)?.amount_cents ?? 0;
        expect(Math.abs(line - exact)).toBeLessThanOrEqual(0.5 + 1e-6);
      }
    }),
    { numRuns },
  );
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('edit' as const), drawn: priced }),
  fc.record({ kind: fc.constant('pay' as const), part: fc.constantFrom(1, 4, 4, 4) }),
  fc.record({
    kind: fc.constant('refund' as const),
    part: fc.integer({ min: 1, max: 4 }),
    scope: fc.constantFrom<Refund>(
      {},
      {},
      { of: 'shipping' },
      { items: [{ product_id: kale, quantity: 1 }] },
    ),
    keeps_due: fc.boolean(),
    return_credit: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('credit' as const), cents }),
  fc.record({ kind: fc.constant('cancel' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The part of an amount in fourths, rounded up. */
const fourths = (amount: number, part: number) => Math.ceil((amount * part) / 4);

function after(order: Order, taken: Step): Order {
  switch (taken.kind) {
    case 'edit':
      return order.status === 'pending'
        ? editOrder(order, inputOf(taken.drawn), pricingOf(taken.drawn), now)
        : order;
    case 'pay': {
      const open = payableCents(order);
      return open > 0 ? pay(order, fourths(open, taken.part)) : order;
    }
    case 'refund': {
      const { scope, part, keeps_due, return_credit } = taken;
      const kept = order.paid_cents - order.refunded_cents;
      return refund(order, fourths(kept, part), { ...scope, keeps_due, return_credit });
    }
    case 'credit':
      return useCredit(order, taken.cents, now);
    case 'cancel':
      return order.status === 'cancelled' ? order : cancel(order);
  }
}

function requireLaws(order: Order): void {
  const { amount_due_cents, allowed_cents, allowed_goods_cents, allowed_shipping_cents, payment_state } =
    order;
  const { paid_cents, refunded_cents, credit_cents, credit_returned_cents = 0 } = order;
  const isCancelled = order.status === 'cancelled';
  const due = isCancelled ? 0 : amount_due_cents - allowed_cents;
  const kept = paid_cents - refunded_cents;
  const tax = order.taxes_included ? 0 : order.tax_cents;
  expect(amount_due_cents).toBe(
    order.total_cents - order.discount_cents + order.shipping_cents + tax - credit_cents,
  );
  expect(due).toBeGreaterThanOrEqual(0);
  expect(order.collect_cents - order.return_cents).toBe(due - kept);
  expect(Math.min(order.collect_cents, order.return_cents)).toBe(0);
  const lowered = (allowed_cents > 0 || isCancelled) && refunded_cents + credit_returned_cents > 0;
  const expected =
    kept > due
      ? 'overpaid'
      : kept < due
        ? kept === 0
          ? 'unpaid'
          : 'partially_paid'
        : lowered
          ? kept === 0 && credit_cents === 0
            ? 'refunded'
            : 'partially_refunded'
          : isCancelled
            ? 'unpaid'
            : 'paid';
  expect(payment_state).toBe(expected);
  const worth = worthOf(order);
  const worths = [...productWorths(order).values()];
  expect(worths.reduce((sum, one) => sum + one, 0)).toBe(worth);
  expect(
    Math.min(...worths, allowed_shipping_cents, allowed_cents - allowed_goods_cents - allowed_shipping_cents),
  ).toBeGreaterThanOrEqual(0);
  expect(worth).toBeLessThanOrEqual(partsOf(order).goods);
  if (kept === due) expect(worth).toBeLessThanOrEqual(kept);
  if (payment_state === 'refunded') expect(worth).toBe(0);
}

test('states and worth follow from what is due, paid, refunded and allowed, after any steps', () => {
  fc.assert(
    fc.property(
      priced,
      fc.option(cents, { nil: 0 }),
      fc.array(step, { maxLength: 10 }),
      (drawn, creditCents, steps) => {
        const tried = (run: () => Order, before: Order): Order => {
          try {
            return run();
          } catch (error) {
            if (error instanceof ApiError) return before;
            throw error;
          }
        };
        const plain = place(goods(20));
        let order = tried(
          () => ({
            ...placeOrder(inputOf(drawn), { id, now }, { ...pricingOf(drawn), creditCents }),
            number: 1001,
          }),
          plain,
        );
        requireLaws(order);
        for (const taken of steps) {
          order = tried(() => after(order, taken), order);
          requireLaws(order);
        }
      },
    ),
    { numRuns },
  );
});
