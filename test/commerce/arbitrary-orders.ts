import * as fc from 'fast-check';
import { placeOrder } from '#commerce/place-order.ts';
import { type Order, type OrderInput, orderStatuses } from '#contract/commerce/orders.ts';

export const brandId = '0192f6a0-0000-7000-8000-00000000b4a1';

/** A handful of products, so that orders share them. */
export const productIds = Array.from(
  { length: 6 },
  (_, index) => `0192f6a0-0000-7000-8000-0000000000${String(index).padStart(2, '0')}`,
);

/** A price with up to four decimals: finer than a cent, as prices by weight are. */
const price = fc.integer({ min: 1, max: 9_999_999 }).map((tenThousandths) => tenThousandths / 10_000);

const line = fc.record({
  product_id: fc.constantFrom(...productIds),
  quantity: fc.integer({ min: 1, max: 500 }),
  price,
  fulfillment: fc.constantFrom('pickup' as const, 'ship' as const),
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

/** A day of creation and the statuses that an order is told to take, legal or not. */
export const orderStory = fc.record({
  input: orderInput,
  day: fc.integer({ min: 1, max: 5 }),
  moves: fc.array(fc.constantFrom(...orderStatuses), { maxLength: 4 }),
});
export type OrderStory = typeof orderStory extends fc.Arbitrary<infer S> ? S : never;

export const timeOf = (day: number): Date => new Date(Date.UTC(2026, 10, day, 12));

export const placed = ({ input, day }: OrderStory, id: string): Order =>
  placeOrder(input, { id, now: timeOf(day) });
