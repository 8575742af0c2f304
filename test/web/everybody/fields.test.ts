import { describe, expect, test } from '@jest/globals';
import { commerce, settled, stack, useBrowser } from '../browser/browser.ts';
import { uniqueName } from '../farm/prepared-orders.ts';

const { signIn } = useBrowser();

describe('a field', () => {
  test('keeps what is no number with its fault, and the stored number stays', async () => {
    const product = await commerce().products.create({
      brand_id: stack.brandId,
      name: uniqueName('Plums'),
      price: 7.5,
    });
    const page = await signIn('Ana', `/products/${product.id}`);
    const price = page.getByRole('textbox', { name: 'Price', exact: true }).first();
    await price.fill('7.5x');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This is not a number').waitFor();
    await expect(price.inputValue()).resolves.toBe('7.5x');
    await price.and(page.locator(':focus')).waitFor();
    expect((await commerce().products.get({ id: product.id })).price).toBe(7.5);
  });

  test('takes a typed day when it is left, not with each digit of the year', async () => {
    const page = await signIn('Ana', '/pick-list');
    await settled(page);
    const day = page.getByLabel('Pickup day', { exact: true });
    await day.focus();
    await page.keyboard.type('12052026');
    expect(page.url()).not.toContain('day=');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('day') === '2026-12-05');
  });

  test('that the contract demands gets the focus, in words of the person', async () => {
    const page = await signIn('Ana', '/stops', { locale: 'es-US' });
    await page.locator('.page-primary button').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('button[type=submit]').click();
    await dialog.getByText('Introduzca un valor').first().waitFor();
    await dialog.locator('[name=name]').and(page.locator(':focus')).waitFor();
    await expect(page.locator('.toast').count()).resolves.toBe(0);
  });
});
