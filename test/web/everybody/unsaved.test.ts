import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { settled, useBrowser } from '../browser/browser.ts';
import { prepareProduct, uniqueName } from '../farm/prepared-orders.ts';

const { signIn } = useBrowser();
const nameOf = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });
const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });

describe('input that is not saved', () => {
  test('stays when the person presses the back button by mistake', async () => {
    await prepareProduct();
    const page = await signIn('Ana', '/orders');
    await settled(page);
    await page.getByRole('link', { name: 'New order' }).click();
    await nameOf(page).fill('Fern Olive');
    await page.goBack();
    await questionOf(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await nameOf(page).inputValue()).toBe('Fern Olive');
    await page.goBack();
    await questionOf(page).getByRole('button', { name: 'Leave page' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/orders');
    await page.getByRole('searchbox').first().waitFor();
  });

  test('stays when the person follows a link by mistake', async () => {
    const page = await signIn('Ana', '/campaigns/new');
    await nameOf(page).fill('Plums');
    await page.getByRole('link', { name: 'Water', exact: true }).click();
    await questionOf(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await nameOf(page).inputValue()).toBe('Plums');
    await page.getByRole('link', { name: 'Water', exact: true }).click();
    await questionOf(page).getByRole('button', { name: 'Leave page' }).click();
    await page.waitForURL(({ pathname }) => pathname === '/water');
  });

  test('is not lost by a reload without a question', async () => {
    const { id } = await prepareProduct();
    const page = await signIn('Ana', `/products/${id}`);
    await nameOf(page).fill('Plums');
    const asked = new Promise<string>((resolve) => {
      page.once('dialog', (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      });
    });
    void page.evaluate(() => location.reload()).catch(() => undefined);
    expect(await asked).toBe('beforeunload');
    expect(await nameOf(page).inputValue()).toBe('Plums');
  });

  test('is no reason to ask once it is saved', async () => {
    const page = await signIn('Ana', '/campaigns/new');
    const name = uniqueName('Plums');
    await nameOf(page).fill(name);
    await page.getByRole('textbox', { name: 'Subject' }).fill('Plums are in');
    await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('link', { name: 'Water', exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname === '/water');
    expect(await questionOf(page).count()).toBe(0);
  });

  test('closes the question by itself when a save completes meanwhile', async () => {
    const product = await prepareProduct();
    const page = await signIn('Ana', '/orders/new', { viewport: { width: 360, height: 740 } });
    const name = uniqueName('Fern');
    await page.getByRole('combobox', { name: 'Add product' }).fill(product.name);
    await page.keyboard.press('Enter');
    await nameOf(page).fill(name);
    const release = await holdReplyTo(page, 'POST', /\/orders$/);
    await page.getByRole('button', { name: 'Create order' }).click();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await questionOf(page).waitFor();
    release();
    await page.getByRole('heading', { level: 1, name: new RegExp(`^Order #\\d+ ${name}$`) }).waitFor();
    await questionOf(page).waitFor({ state: 'detached' });
    await page.getByText(/^Order #\d+ .* created$/).waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname === '/');
  });

  test('closes the question when the changes of a record are saved meanwhile', async () => {
    const { id } = await prepareProduct();
    const page = await signIn('Ana', `/products/${id}`);
    const name = uniqueName('Plums');
    await nameOf(page).fill(name);
    const release = await holdReplyTo(page, 'PATCH', new RegExp(`/products/${id}$`));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'Water', exact: true }).click();
    await questionOf(page).waitFor();
    release();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await questionOf(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(`/products/${id}`);
  });
});

/** Holds the replies to the requests of this method and path until the returned function is called. */
async function holdReplyTo(page: Page, method: string, path: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    ({ pathname }) => path.test(pathname),
    async (route) => {
      if (route.request().method() === method) await promise;
      await route.continue();
    },
  );
  return resolve;
}
