import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { quiet, settled, useBrowser } from '../browser/browser.ts';
import { prepareProduct } from '../farm/prepared-orders.ts';

const { signIn } = useBrowser();
const phone = { viewport: { width: 360, height: 740 } };

const focused = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.activeElement?.tagName);

describe('navigation', () => {
  test('moves the focus to the heading and names the document', async () => {
    const page = await signIn('Ana', '/orders');
    await settled(page);
    await page.getByRole('link', { name: 'Customers' }).click();
    await page.waitForURL('**/customers');
    await settled(page);
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await page.title()).toBe(`${heading} · Granary`);
  });

  test('says that a page does not exist', async () => {
    const page = await signIn('Ana', '/nowhere');
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
  });

  test('keeps the collapsed rail for the next visit', async () => {
    const page = await signIn('Ana', '/');
    await page.getByRole('button', { name: 'Collapse' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Expand' }).waitFor();
  });

  test('has a link past the rail', async () => {
    const page = await signIn('Ana', '/');
    await settled(page);
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await page.waitForFunction(() => document.activeElement?.id === 'main');
  });

  test('shows all pages of a phone behind More', async () => {
    const page = await signIn('Ana', '/', phone);
    await settled(page);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL('**/settings');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

/** The page while it waits for the code of the palette. */
async function loadingPalette(): Promise<{ readonly page: Page; readonly load: () => void }> {
  // A service worker would have the code already.
  const page = await signIn('Ana', '/', { serviceWorkers: 'block' });
  await settled(page);
  const loaded = Promise.withResolvers<void>();
  await page.route(/palette-dialog/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(/palette-dialog/);
  await page.keyboard.press('Control+k');
  await asked;
  return { page, load: loaded.resolve };
}

describe('keys', () => {
  test('open pages after g', async () => {
    const page = await signIn('Ana', '/');
    await settled(page);
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.waitForURL('**/customers');
  });

  test('find pages and records with Ctrl+K', async () => {
    const product = await prepareProduct();
    const page = await signIn('Ana', '/');
    await settled(page);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or run' });
    await field.fill('refer');
    await page.getByRole('option', { name: /Referrals/ }).waitFor();
    await field.press('Enter');
    await page.waitForURL('**/referrals');
    await settled(page);
    await page.keyboard.press('Control+k');
    await field.fill(product.name);
    await page.getByRole('option', { name: product.name }).click();
    await page.waitForURL(`**/products/${product.id}`);
  });

  test('that are typed while the palette loads arrive in its field', async () => {
    const { page, load } = await loadingPalette();
    await page.keyboard.type('gox');
    await page.keyboard.press('Backspace');
    expect(new URL(page.url()).pathname).toBe('/');
    load();
    const field = page.getByRole('combobox', { name: 'Search or run' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('at');
    expect(await field.inputValue()).toBe('goat');
  });

  test('typed while the palette loads close it with Escape', async () => {
    const { page, load } = await loadingPalette();
    await page.keyboard.type('x');
    await page.keyboard.press('Escape');
    load();
    await quiet(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or run' });
    await field.and(page.locator(':focus')).waitFor();
    expect(await field.inputValue()).toBe('');
  });

  test('are listed by ?, and can be switched off', async () => {
    const page = await signIn('Ana', '/');
    await settled(page);
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByRole('checkbox', { name: 'Use keys without Ctrl or Alt' }).uncheck();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  test('do not act while a person types', async () => {
    const page = await signIn('Ana', '/customers');
    await settled(page);
    await page.getByRole('searchbox').first().click();
    await page.keyboard.type('go?');
    expect(await page.getByRole('searchbox').first().inputValue()).toBe('go?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await focused(page)).toBe('INPUT');
  });
});

describe('preferences', () => {
  test('keep theme and language', async () => {
    const page = await signIn('Ana', '/');
    await settled(page);
    await page.getByRole('button', { name: 'Ana' }).click();
    await page.getByRole('radio', { name: 'Dark' }).check();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await page.getByRole('radio', { name: 'Español' }).click();
    await page.getByRole('navigation', { name: 'Páginas' }).getByRole('link', { name: 'Pedidos' }).waitFor();
    expect(
      await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset['theme']]),
    ).toEqual(['es', 'dark']);
  });
});
