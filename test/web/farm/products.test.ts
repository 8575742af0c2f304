import { describe, expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { newName } from './sample-names.ts';

const { signIn } = useBrowser();

describe('the products page', () => {
  test('changes a price in the list and takes it back', async () => {
    const name = newName('Plums');
    const product = await commerce().products.create({ brand_id: stack.brandId, name, price: 4.5 });
    const page = await signIn('Ana', `/products?search=${encodeURIComponent(name)}`);
    const price = page.getByRole('textbox', { name: `Price of ${name}` });
    await price.fill('5.25');
    await price.press('Enter');
    await page.getByText(`${name}: price $5.25`).waitFor();
    expect(await commerce().products.get({ id: product.id })).toMatchObject({ price: 5.25 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(
      (label) => document.querySelector<HTMLInputElement>(`[aria-label="${label}"]`)?.value === '$4.50',
      `Price of ${name}`,
    );
    expect(await commerce().products.get({ id: product.id })).toMatchObject({ price: 4.5 });
  });

  test('replaces a price with what is typed in the same moment as the focus', async () => {
    const name = newName('Quinces');
    await commerce().products.create({ brand_id: stack.brandId, name, price: 4.5 });
    const page = await signIn('Ana', `/products?search=${encodeURIComponent(name)}`);
    const price = page.getByRole('textbox', { name: `Price of ${name}` });
    await price.evaluate(async (field: HTMLInputElement) => {
      field.focus();
      field.select();
      // The field is rendered without the sign of the currency in a microtask, before the next frame.
      for (let turn = 0; turn < 5; turn++) await null;
      document.execCommand('insertText', false, '5.25');
    });
    expect(await price.inputValue()).toBe('5.25');
  });

  test('separates thousands of a price until it is changed', async () => {
    const name = newName('Half a cow');
    await commerce().products.create({ brand_id: stack.brandId, name, price: 1234.5 });
    const page = await signIn('Ana', `/products?search=${encodeURIComponent(name)}`);
    const price = page.getByRole('textbox', { name: `Price of ${name}` });
    await price.waitFor();
    expect(await price.inputValue()).toBe('$1,234.50');
    await price.focus();
    expect(await price.inputValue()).toBe('1234.50');
  });

  test('shows that a product takes longer than usual to be added', async () => {
    const page = await signIn('Ana', '/products');
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => pathname.endsWith('/products'),
      async (route) => {
        if (route.request().method() === 'POST') await promise;
        await route.continue();
      },
    );
    await page.getByRole('button', { name: 'Add product' }).first().click();
    const dialog = page.getByRole('dialog');
    const name = newName('Plums');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter');
    const hint = page.getByText('This takes longer than usual.');
    await hint.waitFor();
    resolve();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await hint.waitFor({ state: 'detached' });
  });

  test('counts stock in the list, restores the count, and lists products that run out', async () => {
    const name = newName('Eggs');
    const { id } = await commerce().products.create({ brand_id: stack.brandId, name, price: 6 });
    await commerce().stock.updateProductStock({ id, mode: 'tracked', low_stock_at: 5 });
    await commerce().stock.createAdjustment({ id, kind: 'receive', quantity: 12 });
    const page = await signIn('Ben', `/products?search=${encodeURIComponent(name)}`);
    const stock = page.getByRole('textbox', { name: `Stock of ${name}` });
    await stock.fill('4');
    await stock.press('Enter');
    await page.getByText(`${name}: 4 in stock`).waitFor();
    await page.getByRole('button', { name: 'Runs out' }).click();
    await page.getByRole('row', { name }).getByText('Low').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('row', { name }).waitFor({ state: 'detached' });
    expect(await commerce().stock.getProductStock({ id })).toMatchObject([{ on_hand: 12 }]);
  });

  test('refuses a price that is no number and keeps the old one on Escape', async () => {
    const name = newName('Figs');
    await commerce().products.create({ brand_id: stack.brandId, name, price: 3 });
    const page = await signIn('Ana', `/products?search=${encodeURIComponent(name)}`);
    const price = page.getByRole('textbox', { name: `Price of ${name}` });
    await price.fill('three');
    expect(await price.getAttribute('aria-invalid')).toBe('true');
    await price.press('Escape');
    expect(await price.inputValue()).toBe('$3.00');
  });

  test('checks a CSV file, reports its bad line, and imports the good ones', async () => {
    const sku = newName('SKU').replace(' ', '-');
    const csv = `sku,name,price\n${sku}-1,Quail eggs,5\n${sku}-2,Goose eggs,three\n`;
    const page = await signIn('Ana', '/products');
    await page.getByRole('button', { name: 'CSV' }).click();
    await page.getByRole('menuitem', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import products' });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByText('The import would do this').waitFor();
    await dialog.getByRole('row', { name: /^3 price/ }).waitFor();
    expect((await commerce().products.list({ brand_id: stack.brandId, sku: `${sku}-1` })).data).toEqual([]);
    await dialog.getByRole('button', { name: 'Import 1 line' }).click();
    await dialog.getByRole('status', { name: 'Imported' }).waitFor();
    const { data } = await commerce().products.list({ brand_id: stack.brandId, sku: `${sku}-1` });
    expect(data).toMatchObject([{ name: 'Quail eggs', price: 5 }]);
  });

  test('exports all products as a CSV file', async () => {
    const name = newName('Export');
    await commerce().products.create({ brand_id: stack.brandId, name });
    const page = await signIn('Vera', '/products');
    await page.getByRole('button', { name: 'CSV' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export CSV' }).click();
    const file = await (await download).createReadStream();
    expect(Buffer.concat(await file.toArray()).toString()).toContain(name);
  });

  test('shows a viewer prices without a field', async () => {
    const name = newName('Leeks');
    await commerce().products.create({ brand_id: stack.brandId, name, price: 2 });
    const page = await signIn('Vera', `/products?search=${encodeURIComponent(name)}`);
    await page.getByRole('row', { name }).getByText('$2.00').waitFor();
    expect(await page.getByRole('textbox', { name: `Price of ${name}` }).count()).toBe(0);
  });
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const newProduct = (name: string) =>
  commerce().products.create({ brand_id: stack.brandId, name, price: 7.5, unit: 'each' });

describe('the page of a product', () => {
  test('saves fields and a new variant', async () => {
    const { id } = await newProduct(newName('Duck eggs'));
    const page = await signIn('Ana', `/products/${id}`);
    await page.getByRole('textbox', { name: 'Category' }).first().fill('Eggs');
    await page.getByRole('button', { name: 'Add variant' }).click();
    const variant = page.getByRole('group', { name: 'Variant 1' });
    await variant.getByLabel('Variant name').fill('Tray of 30');
    await variant.getByLabel('Price', { exact: true }).fill('32');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Product saved').waitFor();
    expect(await commerce().products.get({ id })).toMatchObject({
      category: 'Eggs',
      variants: [{ name: 'Tray of 30', price: 32 }],
    });
  });

  test('keeps the change of another person in other fields, and shows the one in the same field before saving again', async () => {
    const { id } = await newProduct(newName('Goose eggs'));
    const page = await signIn('Ana', `/products/${id}`);
    await page.getByRole('textbox', { name: 'Category' }).first().fill('Mine');
    await page.getByRole('textbox', { name: 'Tax category' }).fill('food');
    await commerce().products.patch({ id, category: 'Theirs', description: 'Fresh on Fridays' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Someone else has changed this meanwhile').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Category: Theirs' }).waitFor();
    expect(await commerce().products.get({ id })).toMatchObject({ category: 'Theirs' });
    expect(await page.getByRole('textbox', { name: 'Description' }).first().inputValue()).toBe(
      'Fresh on Fridays',
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Product saved').waitFor();
    expect(await commerce().products.get({ id })).toMatchObject({
      category: 'Mine',
      tax_category: 'food',
      description: 'Fresh on Fridays',
    });
  });

  test('names the field of a SKU that is taken', async () => {
    const sku = newName('SKU').replace(' ', '-');
    await commerce().products.create({ brand_id: stack.brandId, name: newName('First'), sku });
    const { id } = await newProduct(newName('Second'));
    const page = await signIn('Ana', `/products/${id}`);
    await page.getByLabel('SKU').fill(sku);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await commerce().products.get({ id })).not.toHaveProperty('sku');
  });

  test('uploads an image, describes it, and deletes it', async () => {
    const { id } = await newProduct(newName('Quail eggs'));
    const page = await signIn('Ana', `/products/${id}`);
    const images = page.getByRole('region', { name: 'Images' });
    await images
      .locator('input[type=file]')
      .setInputFiles({ name: 'eggs.png', mimeType: 'image/png', buffer: png });
    const image = page.getByRole('region', { name: 'Main image' });
    await image.getByRole('img').waitFor();
    await image.getByRole('textbox').fill('Six quail eggs');
    await image.getByRole('textbox').blur();
    await page.getByText('Description saved').waitFor();
    expect(await commerce().products.listImages({ id })).toMatchObject([{ alt_text: 'Six quail eggs' }]);
    await image.getByRole('button', { name: 'Delete image' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete image' }).click();
    await image.waitFor({ state: 'detached' });
    expect(await commerce().products.listImages({ id })).toEqual([]);
  });

  test('refuses a file that is no image before it is sent', async () => {
    const { id } = await newProduct(newName('Hen eggs'));
    const page = await signIn('Ana', `/products/${id}`);
    await page
      .getByRole('region', { name: 'Images' })
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('eggs') });
    await page.getByText('notes.txt is not a JPEG, PNG or WebP file.').waitFor();
    expect(await commerce().products.listImages({ id })).toEqual([]);
  });

  test('tracks stock, receives some, and lists the adjustment', async () => {
    const { id } = await newProduct(newName('Tomatoes'));
    const page = await signIn('Ben', `/products/${id}`);
    await page.getByRole('button', { name: 'Track stock' }).click();
    await page.getByRole('button', { name: 'Adjust stock' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Quantity' }).fill('6');
    await dialog.getByLabel('Reason').fill('Morning harvest');
    await dialog.getByRole('button', { name: 'Adjust stock' }).click();
    await page.getByText('Stock adjusted').waitFor();
    await page.locator('summary', { hasText: 'Adjustments' }).click();
    await page.getByRole('row', { name: /Received \+6 Morning harvest/ }).waitFor();
    expect(await commerce().stock.getProductStock({ id })).toMatchObject([{ on_hand: 6 }]);
  });
});
