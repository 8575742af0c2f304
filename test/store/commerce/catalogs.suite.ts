import { expect, test } from '@jest/globals';
import { productReplacement } from '#commerce/products/product-fields.ts';
import { openCatalogs, products } from '#commerce/products/records.ts';
import { type Catalog, catalogPage, replaceProduct } from '#commerce/products/rules.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { newId } from '#persistence/new-id.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { aProduct, awkwardText, newBrandId, writeProduct } from './samples.ts';

const namesOf = (catalogs: readonly Catalog[]) =>
  catalogPage(catalogs, { limit: 100, offset: 0 }).map(({ name }) => name);

/** Requests that the table's client makes while `run` runs, by their command. */
async function requestsOf(table: Table, run: () => Promise<unknown>): Promise<readonly string[]> {
  const commands: string[] = [];
  const name = `count-${crypto.randomUUID()}`;
  table.client.middlewareStack.add(
    (next, context) => (input) => {
      commands.push(context.commandName ?? '');
      return next(input);
    },
    { step: 'initialize', name },
  );
  await run();
  table.client.middlewareStack.remove(name);
  return commands;
}

export function catalogsSuite(table: () => Table): void {
  test('a stored product equals the created product, for any content', async () => {
    const brand = newBrandId();
    const made = [
      aProduct(brand, awkwardText, { description: '', price: 5e-324 }),
      aProduct(brand, 'plain', { price: 12.345, category: awkwardText }),
      aProduct(brand, 'free', { price: 0 }),
      aProduct(brand, 'unpriced'),
    ];
    for (const product of made) {
      await writeProduct(table(), { after: product });
      expect(await products.find({ brand_id: brand, id: product.id })).toEqual(product);
    }
    const [catalog = []] = await openCatalogs().read([brand]);
    expect(new Set(catalog.map(({ product }) => product))).toEqual(new Set(made));
  });

  test('every write is in the next list: created, renamed, deleted', async () => {
    const brand = newBrandId();
    const catalogs = openCatalogs();
    const names = async () => namesOf(await catalogs.read([brand]));
    expect(await names()).toEqual([]);
    const [pear, apple] = [aProduct(brand, 'Pear'), aProduct(brand, 'apple')];
    await writeProduct(table(), { after: pear });
    await writeProduct(table(), { after: apple });
    expect(await names()).toEqual(['apple', 'Pear']);
    const renamed = replaceProduct(pear, productReplacement.parse({ name: 'Aardvark plum' }), {
      now: new Date(),
      newId,
    });
    await writeProduct(table(), { before: pear, after: renamed });
    expect(await names()).toEqual(['Aardvark plum', 'apple']);
    await writeProduct(table(), { before: apple });
    expect(await names()).toEqual(['Aardvark plum']);
  });

  test('an unchanged list costs one read of one item', async () => {
    const brand = newBrandId();
    await writeProduct(table(), { after: aProduct(brand, 'a') });
    const catalogs = openCatalogs();
    const read = () => requestsOf(table(), () => catalogs.read([brand]));
    expect(await read()).toEqual(['GetItemCommand', 'QueryCommand']);
    expect(await read()).toEqual(['GetItemCommand']);
    await writeProduct(table(), { after: aProduct(brand, 'b') });
    expect(await read()).toEqual(['GetItemCommand', 'QueryCommand']);
  });

  test('several brands are read together, and each is cached', async () => {
    const [first, second, empty] = [newBrandId(), newBrandId(), newBrandId()];
    await writeProduct(table(), { after: aProduct(first, 'b') });
    await writeProduct(table(), { after: aProduct(second, 'a') });
    const catalogs = openCatalogs();
    expect(namesOf(await catalogs.read([first, second, empty]))).toEqual(['a', 'b']);
    const again = await requestsOf(table(), () => catalogs.read([first, second, empty]));
    expect(again).toEqual(['BatchGetItemCommand']);
    expect(await catalogs.read([])).toEqual([]);
  });

  test('beyond the memory limit the least recently used brand is read again', async () => {
    const brands = [newBrandId(), newBrandId(), newBrandId()];
    for (const [index, brand] of brands.entries()) {
      await writeProduct(table(), {
        after: aProduct(brand, `product ${index}`, { description: 'x'.repeat(4000) }),
      });
    }
    const [first = '', second = '', third = ''] = brands;
    const catalogs = openCatalogs(40_000);
    const read = (brand: string) => requestsOf(table(), () => catalogs.read([brand]));
    for (const brand of [first, second, first, third]) await read(brand);
    expect(await read(first)).toEqual(['GetItemCommand']);
    expect(await read(second)).toEqual(['GetItemCommand', 'QueryCommand']);
    const tiny = openCatalogs(1);
    expect(namesOf(await tiny.read(brands))).toEqual(['product 0', 'product 1', 'product 2']);
  });

  test('lists all products of concurrent writes', async () => {
    const brand = newBrandId();
    const products = Array.from({ length: 25 }, (_, index) => aProduct(brand, `p${index}`));
    await Promise.all(products.map((product) => writeProduct(table(), { after: product })));
    const [catalog = []] = await openCatalogs().read([brand]);
    expect(catalog).toHaveLength(25);
  });

  test('reads a catalog of several pages completely', async () => {
    const brand = newBrandId();
    const description = 'd'.repeat(5000);
    const products = Array.from({ length: 250 }, (_, index) => aProduct(brand, `p${index}`, { description }));
    for (let first = 0; first < products.length; first += 30) {
      await Promise.all(
        products.slice(first, first + 30).map((product) => writeProduct(table(), { after: product })),
      );
    }
    const [catalog = []] = await openCatalogs().read([brand]);
    expect(new Set(catalog.map(({ product }) => product.id)).size).toBe(250);
  });

  test('a product that has changed is neither changed nor deleted', async () => {
    const product = aProduct(newBrandId(), 'a');
    await writeProduct(table(), { after: product });
    const changed = replaceProduct(product, productReplacement.parse({ name: 'b' }), {
      now: new Date(),
      newId,
    });
    await writeProduct(table(), { before: product, after: changed });
    await expect(writeProduct(table(), { before: product, after: changed })).rejects.toBeInstanceOf(
      ConditionFailed,
    );
    await expect(writeProduct(table(), { before: product })).rejects.toBeInstanceOf(ConditionFailed);
    expect(await products.find(product)).toEqual(changed);
  });
}
