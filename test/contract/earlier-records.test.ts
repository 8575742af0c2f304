import { expect, test } from '@jest/globals';
import { commerceExamples } from '#contract/commerce/examples/index.ts';
import { createOrder, getOrder } from '#contract/commerce/orders.ts';
import { redeemReferral } from '#contract/commerce/referrals.ts';

/** Both records predate the limits, which apply to new records only. */
const quantity = 2_000_000;
const longEmail = `${'a'.repeat(65)}@example.com`;

test('an order of an earlier version fits the documented response, but is invalid as a new order', () => {
  const stored = structuredClone(commerceExamples['get-order']?.response) as {
    readonly data: { readonly items: readonly object[]; readonly shipping_lines?: unknown };
  };
  const items = stored.data.items.map((item) => ({ ...item, quantity }));
  const order = { ...stored.data, items, customer_email: longEmail };
  expect(getOrder.responses[200].schema.safeParse({ data: order }).error?.issues).toBeUndefined();
  const { shipping_lines, ...input } = order;
  const faults = createOrder.body.safeParse(input).error?.issues.map(({ path }) => path.at(-1));
  expect(new Set(faults)).toEqual(new Set(['customer_email', 'quantity']));
});

test('a referral of an earlier version fits the documented response, but is invalid as a new referral', () => {
  const stored = structuredClone(commerceExamples['redeem-referral']?.response) as { readonly data: object };
  const referral = { ...stored.data, referred_email: longEmail };
  expect(redeemReferral.responses[201].schema.safeParse({ data: referral }).success).toBe(true);
  expect(redeemReferral.body.safeParse(referral).success).toBe(false);
});
