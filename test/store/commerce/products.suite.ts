import { expect, test } from '@jest/globals';
import { patchProduct } from '#commerce/product.ts';
import { productPatch } from '#contract/commerce/product-fields.ts';
import type { Product } from '#contract/commerce/products.ts';
import { newId } from '#persistence/new-id.ts';
import { productsBySku } from '#store/commerce/product-skus.ts';
import { changeProduct, findProduct, insertProduct, removeProduct } from '#store/commerce/products.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { aProduct, newBrandId } from './samples.ts';

export function productsSuite(table: () => Table): void {
  const change = async (before: Product, patch: object) => {
    const after = patchProduct(before, productPatch.parse(patch), { now: new Date(), newId });
    await changeProduct(table(), before, after);
    return after;
  };
  const codes = async (brand: string, ...skus: string[]) =>
    Object.fromEntries(await productsBySku(table(), brand, skus));

  test('a SKU belongs to one product or variant of the brand, in any letter case', async () => {
    const [brand, other] = [newBrandId(), newBrandId()];
    const eggs = aProduct(brand, 'Eggs', { sku: 'EGG', variants: [{ name: 'Dozen', sku: 'egg-12' }] });
    await insertProduct(table(), eggs, []);
    await insertProduct(table(), aProduct(other, 'Eggs', { sku: 'EGG' }), []);
    await expect(
      insertProduct(table(), aProduct(brand, 'Copy', { variants: [{ name: 'x', sku: 'Egg-12' }] }), []),
    ).rejects.toMatchObject({
      code: 'sku_taken',
      details: [{ path: ['body', 'variants', 0, 'sku'], code: 'sku_taken' }],
    });
    expect(await codes(brand, 'egg', 'EGG-12')).toEqual({ EGG: eggs.id, 'EGG-12': eggs.id });
  });

  test('a change moves SKUs, a removal releases them', async () => {
    const brand = newBrandId();
    const eggs = aProduct(brand, 'Eggs', { sku: 'A', variants: [{ name: 'x', sku: 'B' }] });
    await insertProduct(table(), eggs, []);
    const swapped = await change(eggs, { sku: 'B', variants: [{ name: 'x', sku: 'C' }] });
    expect(await codes(brand, 'A', 'B', 'C')).toEqual({ B: eggs.id, C: eggs.id });
    await insertProduct(table(), aProduct(brand, 'Reuses the code', { sku: 'A' }), []);
    await removeProduct(table(), swapped);
    expect(Object.keys(await codes(brand, 'A', 'B', 'C'))).toEqual(['A']);
  });

  test('of two parallel products with one SKU, one is stored', async () => {
    const brand = newBrandId();
    const products = ['x', 'X'].map((sku) => aProduct(brand, sku, { sku }));
    const results = await Promise.allSettled(products.map((one) => insertProduct(table(), one, [])));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const stored = await Promise.all(products.map(({ id }) => findProduct(table(), [brand], id)));
    expect(stored.filter((one) => one !== undefined)).toHaveLength(1);
  });

  test('the largest change of SKUs fits one transaction', async () => {
    const brand = newBrandId();
    const variants = (prefix: string) =>
      Array.from({ length: 40 }, (_, n) => ({ name: `v${n}`, sku: `${prefix}${n}` }));
    const product = aProduct(brand, 'Many', { sku: 'P', variants: variants('A') });
    await insertProduct(table(), product, []);
    const changed = await change(product, { sku: 'Q', variants: variants('B') });
    expect(await findProduct(table(), [brand], product.id)).toEqual(changed);
  });
}
