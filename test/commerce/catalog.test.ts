import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { checkItems, type KnownProduct } from '#commerce/orders/items.ts';
import type { Product } from '#commerce/products/product-fields.ts';
import { catalogPage, filterCatalog, makeCatalog } from '#commerce/products/rules.ts';
import { promoCodeId } from '#commerce/promo-codes/rules.ts';
import { ApiError } from '#contract/errors.ts';
import { foldedText } from '#contract/text-forms.ts';
import { brandId, productIds } from './arbitrary-orders.ts';

const time = '2026-11-21T10:00:00.000Z';
let count = 0;
const product = (name: string, fields: Partial<Product> = {}): Product => ({
  id: `0192f6a0-0000-7000-8000-${String(count++).padStart(12, '0')}`,
  brand_id: brandId,
  name,
  is_active: true,
  created_at: time,
  updated_at: time,
  version: 1,
  ...fields,
});
const namesOf = (products: readonly Product[]) => products.map(({ name }) => name);
const whole = { limit: 100, offset: 0 };

describe('order of products', () => {
  test('by name, letter case ignored, ties by id', () => {
    const [second, first] = [product('apple', { id: 'b' }), product('Apple', { id: 'a' })];
    const catalog = makeCatalog([product('cherry'), second, product('Banana'), first]);
    expect(catalogPage([catalog], whole)).toEqual([
      first,
      second,
      expect.objectContaining({ name: 'Banana' }),
      expect.objectContaining({ name: 'cherry' }),
    ]);
  });

  test('letters with accents and ligatures stand beside their letters', () => {
    const names = ['Zucchini', 'Äpfel', 'Éclair', 'Æbleskiver', 'apple', 'eclairs', 'Aal', 'E\u0301clair 2'];
    expect(namesOf(catalogPage([makeCatalog(names.map((name) => product(name)))], whole))).toEqual([
      ...['Aal', 'Æbleskiver', 'Äpfel', 'apple', 'Éclair', 'E\u0301clair 2', 'eclairs', 'Zucchini'],
    ]);
  });

  test('a search finds every form of sigma', () => {
    const wines = makeCatalog([product('Κρασί'), product('Οίνος')]);
    for (const [search, name] of [
      ['ΚΡΑΣ', 'Κρασί'],
      ['κρας', 'Κρασί'],
      ['ΟΊΝΟΣ', 'Οίνος'],
      ['νοσ', 'Οίνος'],
    ] as const) {
      expect(namesOf(catalogPage([filterCatalog(wines, { search })], whole))).toEqual([name]);
    }
  });
});

describe('pages', () => {
  test('of any size add up to the whole list, over one brand or several', () => {
    const names = fc.array(fc.array(fc.string({ maxLength: 3 }), { maxLength: 30 }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(names, fc.integer({ min: 1, max: 10 }), (brands, limit) => {
        const catalogs = brands.map((each) => makeCatalog(each.map((name) => product(name))));
        const all = catalogPage(catalogs, { limit: 1000, offset: 0 });
        const paged = Array.from({ length: Math.ceil(all.length / limit) }, (_, index) =>
          catalogPage(catalogs, { limit, offset: index * limit }),
        ).flat();
        expect(paged).toEqual(all);
        const collator = new Intl.Collator('en');
        const names = namesOf(all).map(foldedText);
        for (const [index, name] of names.entries())
          expect(collator.compare(names[index - 1] ?? name, name)).toBeLessThanOrEqual(0);
      }),
    );
  });

  test('beyond the end are empty', () => {
    expect(catalogPage([makeCatalog([product('a')])], { limit: 5, offset: 1 })).toEqual([]);
    expect(catalogPage([], { limit: 5, offset: Number.MAX_SAFE_INTEGER })).toEqual([]);
  });
});

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
  test('accepts orders of active products at any price', () => {
    expect(thrownFor('trust', [line(known), line(known, 99), line(unpriced)])).toBeUndefined();
  });

  test('reports every faulty item with its reason', () => {
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
  test('accepts orders at its prices in any notation of the number', () => {
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

  test('detects a difference in the last binary digit', () => {
    expect(thrownFor('match', [line(known, 4.5 + Number.EPSILON * 4)])).toMatchObject({
      code: 'price_mismatch',
    });
  });

  test('still requires every product to exist and be active', () => {
    expect(thrownFor('match', [line(missing, 1), line(inactive, 4.5), line(known, 1)])).toMatchObject({
      code: 'unknown_product',
      details: [{ code: 'unknown_product' }, { code: 'inactive_product' }, { code: 'price_mismatch' }],
    });
  });
});

test('does not check an external catalog', () => {
  const rules = { catalog: 'external', prices: 'match', products } as const;
  expect(() => checkItems([line(missing), line(known, 1)], rules)).not.toThrow();
});

test('a text is found and a code is the same however it is typed', () => {
  const blank = fc.constantFrom('', ' ', '\u00a0', '\u202f\u200b', '\ufeff', '\u3000');
  const form = fc.constantFrom('NFC', 'NFD');
  const letterCase = fc.constantFrom(
    (text: string) => text.toUpperCase(),
    (text: string) => text.toLowerCase(),
    (text: string) => text,
  );
  const names = fc.constantFrom('Jalapeño', 'Crème brûlée', 'Ægir', 'Σίσυφος', 'Kale 2');
  const codes = fc.constantFrom('SPRING-10', 'a_b-c', 'Olive2026');
  fc.assert(
    fc.property(names, codes, blank, blank, form, letterCase, (name, code, before, behind, as, inCase) => {
      const typed = (text: string) => before + inCase(text).normalize(as) + behind;
      const [found] = filterCatalog(makeCatalog([product(name)]), { search: typed(name) });
      expect(found?.product.name).toBe(name);
      expect(promoCodeId(brandId, typed(code))).toBe(promoCodeId(brandId, code));
      const dashed = typed(code).replaceAll('-', '\u2013');
      expect(promoCodeId(brandId, dashed)).toBe(promoCodeId(brandId, code));
    }),
  );
});
