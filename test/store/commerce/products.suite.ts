import { expect, test } from '@jest/globals';
import type { Product } from '#commerce/products/product-fields.ts';
import { productPatch } from '#commerce/products/product-fields.ts';
import { products, productsBySku } from '#commerce/products/records.ts';
import { patchProduct } from '#commerce/products/rules.ts';
import { newId } from '#persistence/new-id.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { aProduct, newBrandId, writeProduct } from './samples.ts';

export function productsSuite(table: () => Table): void {
  const change = async (before: Product, patch: object) => {
    const after = patchProduct(before, productPatch.parse(patch), { now: new Date(), newId });
    await writeProduct(table(), { before, after });
    return after;
  };
  const codes = async (brand: string, ...skus: string[]) =>
    Object.fromEntries(await productsBySku(brand, skus));

  test('a SKU belongs to one product or variant of the brand, in any letter case', async () => {
    const [brand, other] = [newBrandId(), newBrandId()];
    const eggs = aProduct(brand, 'Eggs', { sku: 'EGG', variants: [{ name: 'Dozen', sku: 'egg-12' }] });
    await writeProduct(table(), { after: eggs });
    await writeProduct(table(), { after: aProduct(other, 'Eggs', { sku: 'EGG' }) });
    await expect(
      writeProduct(table(), { after: aProduct(brand, 'Copy', { variants: [{ name: 'x', sku: 'Egg-12' }] }) }),
    ).rejects.toMatchObject({
      code: 'sku_taken',
      details: [{ path: ['body', 'variants', 0, 'sku'], code: 'sku_taken' }],
    });
    expect(await codes(brand, 'egg', 'EGG-12')).toEqual({ EGG: eggs.id, 'EGG-12': eggs.id });
  });

  test('a refusal names each SKU that another product has', async () => {
    const brand = newBrandId();
    await writeProduct(table(), {
      after: aProduct(brand, 'Eggs', { sku: 'A', variants: [{ name: 'x', sku: 'B' }] }),
    });
    const copy = aProduct(brand, 'Copy', {
      sku: 'b',
      variants: [
        { name: 'x', sku: 'C' },
        { name: 'y', sku: 'a' },
      ],
    });
    await expect(writeProduct(table(), { after: copy })).rejects.toMatchObject({
      message: 'Another product of the brand has this SKU',
      details: [
        { path: ['body', 'sku'], message: 'SKU B belongs to another product' },
        { path: ['body', 'variants', 1, 'sku'], message: 'SKU A belongs to another product' },
      ],
    });
  });

  test('a change moves SKUs, a removal releases them', async () => {
    const brand = newBrandId();
    const eggs = aProduct(brand, 'Eggs', { sku: 'A', variants: [{ name: 'x', sku: 'B' }] });
    await writeProduct(table(), { after: eggs });
    const swapped = await change(eggs, { sku: 'B', variants: [{ name: 'x', sku: 'C' }] });
    expect(await codes(brand, 'A', 'B', 'C')).toEqual({ B: eggs.id, C: eggs.id });
    await writeProduct(table(), { after: aProduct(brand, 'Reuses the code', { sku: 'A' }) });
    await writeProduct(table(), { before: swapped });
    expect(Object.keys(await codes(brand, 'A', 'B', 'C'))).toEqual(['A']);
  });

  test('of two parallel products with one SKU, one is stored', async () => {
    const brand = newBrandId();
    const made = ['x', 'X'].map((sku) => aProduct(brand, sku, { sku }));
    const results = await Promise.allSettled(made.map((one) => writeProduct(table(), { after: one })));
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const stored = await Promise.all(made.map(({ id }) => products.find({ brand_id: brand, id })));
    expect(stored.filter((one) => one !== undefined)).toHaveLength(1);
  });

  test('the largest change of SKUs fits one transaction', async () => {
    const brand = newBrandId();
    const variants = (prefix: string) =>
      Array.from({ length: 40 }, (_, n) => ({ name: `v${n}`, sku: `${prefix}${n}` }));
    const product = aProduct(brand, 'Many', { sku: 'P', variants: variants('A') });
    await writeProduct(table(), { after: product });
    const changed = await change(product, { sku: 'Q', variants: variants('B') });
    expect(await products.find({ brand_id: brand, id: product.id })).toEqual(changed);
  });
}
