import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { useBrowser } from '../browser/browser.ts';
import { prepareClaim } from './prepared-claims.ts';

const { signIn } = useBrowser();

describe('the search', () => {
  test('finds a claim by the beginning of a name, and keeps the name on the page only', async () => {
    const { lastName, number, id } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signIn('Bianca', '/claims/search');
    const beginning = lastName.slice(0, 8).toLowerCase();
    await page.getByLabel('Last name').fill(beginning);
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('1 claim found').waitFor();
    await page.getByRole('grid', { name: 'Results' }).getByText(number).click();
    await page.getByRole('dialog', { name: number }).getByRole('link', { name: 'Open claim' }).click();
    await page.waitForURL((url) => url.pathname === `/claims/claim/${id}`);
    const kept = await keptOnDevice(page);
    for (const word of [beginning, lastName, number])
      expect(kept.toUpperCase()).not.toContain(word.toUpperCase());
  });

  test('finds by amount and sorts by charge, and says when nothing fits', async () => {
    const { number } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signIn('Ada', '/claims/search');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByText('Fill in at least one field.').waitFor();
    await page.getByLabel('Patient control number').fill(number);
    await page.getByLabel('Charge from').fill('125');
    await page.getByLabel('Charge to').fill('125');
    await page.getByLabel('Charge to').press('Enter');
    await page.getByText('1 claim found').waitFor();
    await page.getByRole('columnheader', { name: 'Charge' }).getByRole('button').click();
    await page.getByRole('grid', { name: 'Results' }).getByText(number).waitFor();
    await page.getByLabel('Charge to').fill('1');
    await page.getByLabel('Charge from').fill('1');
    await page.getByLabel('Charge from').press('Enter');
    await page.getByText('No claim fits').waitFor();
  });
});

/** Everything of the app that outlives the page: address, title, storages, caches and names of databases. */
const keptOnDevice = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const caches_ = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    const stores = await Promise.all((await indexedDB.databases()).map(({ name = '' }) => recordsOf(name)));
    return JSON.stringify([
      document.title,
      location.href,
      { ...localStorage },
      { ...sessionStorage },
      caches_.flat().map(({ url }) => url),
      stores,
      history.state,
    ]);

    async function recordsOf(name: string): Promise<unknown> {
      const database = await done(indexedDB.open(name));
      const names = [...database.objectStoreNames];
      if (names.length === 0) return [];
      const all = names.map((store) => done(database.transaction(store).objectStore(store).getAll()));
      const keys = names.map((store) => done(database.transaction(store).objectStore(store).getAllKeys()));
      return [await Promise.all(all), await Promise.all(keys)];
    }

    function done<T>(request: IDBRequest<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    }
  });
