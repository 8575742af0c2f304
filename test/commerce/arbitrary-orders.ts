import * as fc from 'fast-check';
import { type Order, type OrderInput, orderStatuses } from '#commerce/orders/order.ts';
import { placeOrder } from '#commerce/orders/rules.ts';

export const brandId = '0192f6a0-0000-7000-8000-00000000b4a1';

/** Few products, so that orders share them. */
export const productIds = Array.from(
  { length: 6 },
  (_, index) => `0192f6a0-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
);

/** A price with up to four decimals, like prices by weight, or a price at a limit of numbers. */
const price = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 9_999_999 }).map((units) => units / 10_000) },
  { weight: 1, arbitrary: fc.constantFrom(0.1 + 0.2, 1e-7, 5e-324, 0.005, 1.005, 12.345, 999_999.999_999) },
);

const line = fc.record({
  product_id: fc.constantFrom(...productIds),
  quantity: fc.integer({ min: 1, max: 500 }),
  price,
  fulfillment: fc.constantFrom('pickup' as const, 'ship' as const),
});

/** Unit of the prices of {@link exactLine}: 10^-9. */
const priceScale = 9;
export const unitsOfCent = 10n ** BigInt(priceScale - 2);

/**
 * An order line and its price in whole units, for an oracle that does not read numbers. Prices have at most twelve
 * digits, so that number and text have the same value.
 */
export const exactLine = fc
  .record({
    units: fc.oneof(
      fc.bigInt({ min: 1n, max: 999_999_999_999n }),
      fc.bigInt({ min: 1n, max: 9_999n }),
      // Whole cents, and halves of a cent.
      fc.bigInt({ min: 1n, max: 99_999n }).map((halves) => halves * (unitsOfCent / 2n)),
    ),
    quantity: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 999_000, max: 1_000_000 })),
    product_id: fc.constantFrom(...productIds),
  })
  .map(({ units, quantity, product_id }) => {
    const digits = units.toString().padStart(priceScale + 1, '0');
    const price = Number(`${digits.slice(0, -priceScale)}.${digits.slice(-priceScale)}`);
    return { units, line: { product_id, quantity, price, fulfillment: 'pickup' as const } };
  });

const customer = fc.option(
  fc.constantFrom('ana@example.com', 'ANA@example.com', 'ben@example.com', 'cleo@example.com'),
  { nil: undefined },
);

const orderInput: fc.Arbitrary<OrderInput> = fc
  .record({
    items: fc.array(line, { minLength: 1, maxLength: 8 }),
    fulfillment: fc.constantFrom('pickup' as const, 'ship' as const, 'mixed' as const),
    email: customer,
  })
  .map(({ email, ...input }) => ({
    brand_id: brandId,
    ...input,
    ...(email === undefined ? {} : { customer_email: email }),
  }));

/** A day of creation, edits, refunds and the statuses requested for an order, legal or not. */
export const orderStory = fc.record({
  input: orderInput,
  day: fc.integer({ min: 1, max: 5 }),
  edits: fc.array(
    fc.record({
      items: fc.array(line, { minLength: 1, maxLength: 8 }),
      fulfillment: fc.constantFrom('pickup' as const, 'ship' as const, 'mixed' as const),
    }),
    { maxLength: 2 },
  ),
  refunds: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 2 }),
  moves: fc.array(fc.constantFrom(...orderStatuses), { maxLength: 4 }),
});
export type OrderStory = typeof orderStory extends fc.Arbitrary<infer S> ? S : never;

export const timeOf = (day: number): Date => new Date(Date.UTC(2026, 10, day, 12));

export const placed = ({ input, day }: OrderStory, id: string): Order => ({
  ...placeOrder(input, { id, now: timeOf(day) }),
  number: 1001,
});
