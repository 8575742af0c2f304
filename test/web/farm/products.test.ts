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
