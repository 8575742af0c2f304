import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { differences, mergePatch, patched } from '#web/claims/edit/merge-patch.ts';
import { claims, useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { prepareClaim } from './prepared-claims.ts';

describe('a claim', () => {
  const { signIn } = useBrowser();

  test('is corrected in a form that marks its faults, and keeps the version before', async () => {
    const { id } = await prepareClaim({ diagnosis: 'ZZZ999' });
    const page = await signIn('Bianca', `/claims/claim/${id}`);
    await page.getByText('Not sent: 1 error to correct.').waitFor();
    await page.getByRole('button', { name: 'Correct the claim' }).click();
    const diagnosis = page.getByLabel('Principal diagnosis');
    expect(await diagnosis.getAttribute('aria-invalid')).toBe('true');
    // Written with its dot, as people write it.
    await diagnosis.fill(' j06.9 ');
    await page.getByText('1 change', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Ready to submit to /).waitFor();
    await page.getByRole('button', { name: 'Show differences' }).click();
    const differences = page.getByRole('table', { name: 'Versions' });
    await differences.getByText('ZZZ999').waitFor();
    await differences.getByText('J069').waitFor();
  });

  test('shows faults that the service finds at their fields, and keeps the input', async () => {
    const { id } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signIn('Bianca', `/claims/claim/${id}?mode=edit`);
    const field = page.getByLabel('Patient control number');
    await field.fill('X'.repeat(60));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('X'.repeat(60));
    expect((await claims().claims.get({ id })).version).toBe(1);
  });

  test('closes the question about discarding changes when they are saved meanwhile', async () => {
    const { id } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signIn('Bianca', `/claims/claim/${id}?mode=edit`);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => pathname.includes(id),
      async (route) => {
        if (route.request().method() !== 'GET') await promise;
        await route.continue();
      },
    );
    await page.getByLabel('Principal diagnosis').fill('J029');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Back to the claim' }).click();
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.waitFor();
    resolve();
    await page.getByText(/^Ready to submit to /).waitFor();
    await question.waitFor({ state: 'detached' });
    expect((await claims().claims.get({ id })).version).toBe(2);
  });

  test('takes notes as text, an assignee and a follow-up day', async () => {
    const { id } = await prepareClaim({});
    const page = await signIn('Bianca', `/claims/claim/${id}`);
    const note = '<img src=x onerror=alert(1)> called the payer';
    await page.getByLabel('New note').fill(note);
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText(note).waitFor();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByRole('button', { name: 'Remove assignee' }).waitFor();
    await page.getByLabel('Look again on').fill('2031-02-03');
    await page.getByRole('button', { name: 'Remove the day' }).waitFor();
    await page.reload();
    await page.getByText(note).waitFor();
    expect(await page.getByLabel('Look again on').inputValue()).toBe('2031-02-03');
  });

  test('is printed without its empty fields', async () => {
    const { id, number } = await prepareClaim({});
    const page = await signIn('Bianca', `/claims/claim/${id}`);
    await page.getByLabel('New note').waitFor();
    const { sheets, cut } = await print(page);
    expect(cut).toEqual([]);
    expect(sheets.join(' ')).toContain(number);
    expect(sheets.join(' ')).not.toMatch(/Look again on|New note|mm\/dd\/yyyy/);
  });

  test('that is a duplicate is released by a person', async () => {
    const { number } = await prepareClaim({ diagnosis: 'J069' });
    const [first] = (await claims().claims.list({ patient_control_number: number })).data;
    const copy = await claims().claims.get({ id: first?.id ?? '' });
    const { transaction, ...content } = copy.content;
    expect(transaction).toBeDefined();
    const { id } = await claims().claims.create(content as never);
    const page = await signIn('Bianca', `/claims/claim/${id}`);
    await page.getByText('Not sent: it may be a duplicate. Decide.').waitFor();
    await page.getByText('Another claim has the same patient control number.').waitFor();
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click();
    await page.getByText(/^Ready to submit to /).waitFor();
  });

  test('does not exist under an unknown id', async () => {
    const page = await signIn('Bianca', '/claims/claim/00000000-0000-4000-8000-000000000000');
    await page.getByText('This claim does not exist').waitFor();
  });
});

const before = {
  total_charge: 125,
  subscriber: { last_name: 'ROWAN', address: { city: 'DENVER' } },
  diagnoses: [{ code: 'J069' }],
  lines: [{ charge: 100 }, { charge: 25 }],
};

describe('the merge patch of an edit', () => {
  test.each([
    ['a value', { ...before, total_charge: 100 }, { total_charge: 100 }],
    [
      'a value within',
      { ...before, subscriber: { ...before.subscriber, last_name: 'OAK' } },
      { subscriber: { last_name: 'OAK' } },
    ],
    [
      'a removed object',
      { ...before, subscriber: { last_name: 'ROWAN' } },
      { subscriber: { address: null } },
    ],
    ['a list as a whole', { ...before, lines: [{ charge: 100 }] }, { lines: [{ charge: 100 }] }],
    ['nothing', { ...before }, {}],
  ])('has %s', (_, after, patch) => {
    expect(mergePatch(before, after)).toEqual(patch);
    expect(patched(before, patch)).toEqual(after);
  });

  test('names each value that differs', () => {
    const after = { ...before, lines: [{ charge: 125 }], diagnoses: [{ code: 'J069' }, { code: 'E119' }] };
    expect(differences(before, after).map(({ path }) => path)).toEqual([
      '/diagnoses/1',
      '/lines/0/charge',
      '/lines/1',
    ]);
  });
});

describe('the search', () => {
  const { signIn } = useBrowser();

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
    await page.getByRole('columnheader', { name: 'Charged' }).getByRole('button').click();
    await page.getByRole('grid', { name: 'Results' }).getByText(number).waitFor();
    await page.getByLabel('Charge to').fill('1');
    await page.getByLabel('Charge from').fill('1');
    await page.getByLabel('Charge from').press('Enter');
    await page.getByText('No claim fits').waitFor();
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
});
