import { describe, expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { prepareOrder, prepareProduct, prepareStop, uniqueName } from './prepared-orders.ts';

const { signIn } = useBrowser();

describe('a new order', () => {
  test('is entered with the keyboard alone, for a known customer', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const known = await prepareOrder({ customer_email: email });
    const product = await prepareProduct(2.5);
    const stop = await prepareStop();
    const page = await signIn('Ana', '/orders/new');
    await page.getByRole('combobox', { name: /Find customer/ }).waitFor();
    await page.keyboard.type(email.slice(0, 12));
    await page.getByRole('option', { name: known.customer_name }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Add product' }).focus();
    await page.keyboard.type(product.name);
    await page.keyboard.press('Enter');
    await page.keyboard.type(product.name);
    await page.keyboard.press('Enter');
    await page.locator('.page-answer', { hasText: '$5.00' }).waitFor();
    await page.getByLabel('Stop').selectOption(stop.name);
    await page.getByText('Choose a pickup day.').waitFor();
    await page.getByLabel('Pickup day').selectOption({ index: 1 });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { level: 1, name: `Order of ${known.customer_name}` }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await commerce().orders.get({ id })).toMatchObject({
      customer_email: email,
      stop_id: stop.id,
      total: 5,
    });
  });

  test('says what is missing, and limits quantities to the stock', async () => {
    const product = await prepareProduct();
    const client = commerce();
    await client.stock.updateProductStock({ id: product.id, mode: 'tracked' });
    await client.stock.createAdjustment({ id: product.id, kind: 'receive', quantity: 1, reason: 'Harvest' });
    const page = await signIn('Ana', '/orders/new');
    const create = page.getByRole('button', { name: 'Create order' });
    await page.getByText('Add at least one item.').waitFor();
    await page.getByRole('combobox', { name: 'Add product' }).fill(product.name);
    await page.keyboard.press('Enter');
    await page.getByText('Enter a customer.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(uniqueName('Marta'));
    await page.getByRole('button', { name: `Increase Quantity of ${product.name}` }).click();
    await page.getByText('Only 1 in stock.').waitFor();
    await page.getByText('Lower the quantities to the stock.').waitFor();
    expect(await create.getAttribute('aria-disabled')).toBe('true');
  });

  test('shows what a promo code takes off', async () => {
    const client = commerce();
    const settings = await client.brands.getOrderSettings({ brand_id: stack.brandId });
    await client.brands.updateOrderSettings({ ...settings, promotions: 'on' });
    const code = `HALF-${crypto.randomUUID().slice(0, 8)}`;
    await client.promotions.createPromoCode({ brand_id: stack.brandId, code, kind: 'percent', percent: 50 });
    const product = await prepareProduct(10);
    const page = await signIn('Ana', '/orders/new');
    await page.getByRole('combobox', { name: 'Add product' }).fill(product.name);
    await page.keyboard.press('Enter');
    await page.getByLabel('Promo code').fill(code.toLowerCase());
    await page.getByText('Valid: 50 % off.').waitFor();
    await page.locator('.page-answer', { hasText: '$5.00' }).waitFor();
    expect(await page.getByText('-$5.00').count()).toBe(1);
  });

  test('names a product that was deleted meanwhile, and marks its line until it is removed', async () => {
    const [gone, other] = [await prepareProduct(), await prepareProduct()];
    const page = await signIn('Ana', '/orders/new');
    for (const { name } of [gone, other]) {
      await page.getByRole('combobox', { name: 'Add product' }).fill(name);
      await page.keyboard.press('Enter');
      await page.getByLabel(`Quantity of ${name}`, { exact: true }).waitFor();
    }
    await page.getByLabel('Name', { exact: true }).fill(uniqueName('Marta'));
    await commerce().products.delete({ id: gone.id });
    await page.getByRole('button', { name: 'Create order' }).click();
    const notice = page.locator('.form-error');
    await notice.getByText('A product does not exist any more').waitFor();
    await notice.getByText(`${gone.name}: No longer in the catalog`).waitFor();
    expect(await notice.textContent()).not.toMatch(/items|product_id/);
    const line = (name: string) => page.locator('.line').filter({ hasText: name });
    const mark = 'No longer in the catalog';
    expect(await line(gone.name).getByText(mark).count()).toBe(1);
    await page.getByRole('button', { name: `Remove ${gone.name}` }).click();
    await line(gone.name).waitFor({ state: 'detached' });
    expect(await line(other.name).getByText(mark).count()).toBe(0);
  });
});
