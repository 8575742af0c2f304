import { describe, expect, test } from '@jest/globals';
import { changedMembers, newProduct, patchProduct, replaceProduct } from '#commerce/product.ts';
import { productInput, productPatch, productReplacement } from '#contract/commerce/product-fields.ts';
import { ApiError } from '#contract/errors.ts';
import { mergePatch } from '#contract/merge-patch.ts';
import { newId } from '#persistence/new-id.ts';

const brand_id = newId();
const now = new Date('2026-03-02T15:04:05.120Z');
const later = { now: new Date('2026-03-03T00:00:00.000Z'), newId };

const stored = (fields: object = {}) =>
  newProduct(productInput.parse({ brand_id, name: 'Eggs', ...fields }), { id: newId(), now, newId });

describe('a JSON merge patch', () => {
  // The examples of RFC 7396, appendix A.
  test.each<[unknown, unknown, unknown]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('turns %j by %j into %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  test('keeps omitted members of a product, removes null, and raises the version', () => {
    const eggs = stored({ price: 6, category: 'Dairy', is_active: false, sku: 'EGG-12' });
    const patched = patchProduct(eggs, productPatch.parse({ price: 6.5, category: null }), later);
    const { category, ...rest } = eggs;
    expect(patched).toEqual({ ...rest, price: 6.5, version: 2, updated_at: later.now.toISOString() });
    expect(changedMembers(eggs, patched)).toEqual(['category', 'price']);
  });

  test('that changes nothing keeps the product and its version', () => {
    const eggs = stored({ price: 6, variants: [{ name: 'Dozen', sku: 'E12' }] });
    const patch = productPatch.parse({ price: 6, variants: eggs.variants });
    expect(patchProduct(eggs, patch, later)).toBe(eggs);
  });

  test('cannot remove the name, and names the member', () => {
    const fault = (patch: object) => {
      try {
        return patchProduct(stored(), productPatch.parse(patch), later);
      } catch (error) {
        return error instanceof ApiError ? [error.code, error.details?.[0]?.path] : error;
      }
    };
    expect(fault({ name: null })).toEqual(['validation_failed', ['body', 'name']]);
    expect(fault({ sku: 'A', variants: [{ name: 'x', sku: 'a' }] })).toEqual([
      'validation_failed',
      ['body', 'variants', 0, 'sku'],
    ]);
  });
});

describe('variants', () => {
  test('keep their ids by id and by SKU in any letter case; others get new ids', () => {
    const eggs = stored({ variants: [{ name: 'Six', sku: 'E-6' }, { name: 'Dozen' }] });
    const [six, dozen] = eggs.variants ?? [];
    const replaced = replaceProduct(
      eggs,
      productReplacement.parse({
        name: 'Eggs',
        variants: [{ name: 'New' }, { name: 'Half a dozen', sku: 'e-6' }, { id: dozen?.id, name: '12' }],
      }),
      later,
    );
    const ids = replaced.variants?.map(({ id }) => id) ?? [];
    expect(ids.slice(1)).toEqual([six?.id, dozen?.id]);
    expect([six?.id, dozen?.id]).not.toContain(ids[0]);
  });

  test.each([
    [{ sku: ' x' }],
    [{ sku: 'ü' }],
    [{ sku: '' }],
    [{ barcode: '12 34' }],
    [{ unit_quantity: 0 }],
    [{ weight_grams: 1.5 }],
    [{ tax_category: 'Food' }],
    [{ variants: [{ sku: 'x' }] }],
    [{ variants: Array.from({ length: 41 }, () => ({ name: 'x' })) }],
  ])('%j is not valid', (fields) => {
    expect(productInput.safeParse({ brand_id, name: 'Eggs', ...fields }).success).toBe(false);
  });
});
