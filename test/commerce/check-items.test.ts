import { describe, expect, test } from '@jest/globals';
import { checkItems, type KnownProduct } from '#commerce/check-items.ts';
import { ApiError } from '#contract/errors.ts';
import { productIds } from './arbitrary-orders.ts';

const [known = '', inactive = '', missing = '', unpriced = '', free = ''] = productIds;
const products = new Map<string, KnownProduct>([
  [known, { is_active: true, price: 4.5, version: 1 }],
  [inactive, { is_active: false, price: 4.5, version: 1 }],
  [unpriced, { is_active: true, version: 1 }],
  [free, { is_active: true, price: 0, version: 1 }],
]);
const line = (product_id: string, price = 1) => ({
  product_id,
  quantity: 1,
  price,
  fulfillment: 'pickup' as const,
});
const thrownFor = (prices: 'trust' | 'match', items: readonly ReturnType<typeof line>[]): unknown => {
  try {
    checkItems([...items], { catalog: 'managed', prices, products });
    return undefined;
  } catch (error) {
    return error;
  }
};

describe('a managed catalog', () => {
  test('takes orders of active products at any price', () => {
    expect(thrownFor('trust', [line(known), line(known, 99), line(unpriced)])).toBeUndefined();
  });

  test('names every item at fault and why', () => {
    const error = thrownFor('trust', [line(known), line(inactive), line(missing)]);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      code: 'unknown_product',
      status: 400,
      details: [
        {
          path: ['body', 'items', 1, 'product_id'],
          message: `Product ${inactive} is not active`,
          code: 'inactive_product',
        },
        {
          path: ['body', 'items', 2, 'product_id'],
          message: `Product ${missing} does not exist`,
          code: 'unknown_product',
        },
      ],
    });
  });
});

describe('a catalog whose prices must match', () => {
  test('takes orders at its prices, however the number is written', () => {
    expect(thrownFor('match', [line(known, 4.5), line(known, Number('4.50'))])).toBeUndefined();
  });

  test('names item, product, the price sent and the price of the catalog', () => {
    const items = [line(known, 4.5), line(known, 4.49), line(unpriced, 2), line(free, 1)];
    expect(thrownFor('match', items)).toMatchObject({
      code: 'price_mismatch',
      status: 400,
      message: 'Prices differ from the catalog',
      details: [
        {
          path: ['body', 'items', 1, 'price'],
          message: `Product ${known} costs 4.5 in the catalog; the order has 4.49`,
          code: 'price_mismatch',
        },
        {
          path: ['body', 'items', 2, 'price'],
          message: `Product ${unpriced} has no catalog price; the order has 2`,
          code: 'unpriced_product',
        },
        {
          path: ['body', 'items', 3, 'price'],
          message: `Product ${free} costs 0 in the catalog; the order has 1`,
          code: 'price_mismatch',
        },
      ],
    });
  });

  test('a difference in the last binary digit is a difference', () => {
    expect(thrownFor('match', [line(known, 4.5 + Number.EPSILON * 4)])).toMatchObject({
      code: 'price_mismatch',
    });
  });

  test('still wants every product to exist and to be active', () => {
    expect(thrownFor('match', [line(missing, 1), line(inactive, 4.5), line(known, 1)])).toMatchObject({
      code: 'unknown_product',
      details: [{ code: 'unknown_product' }, { code: 'inactive_product' }, { code: 'price_mismatch' }],
    });
  });
});

test('an external catalog is not looked at', () => {
  const rules = { catalog: 'external', prices: 'match', products } as const;
  expect(() => checkItems([line(missing), line(known, 1)], rules)).not.toThrow();
});
