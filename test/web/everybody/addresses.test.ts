import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { commerce, settled, stack, useBrowser } from '../browser/browser.ts';
import { prepareClaim } from '../claims/prepared-claims.ts';
import { newName } from '../farm/sample-names.ts';

const { signIn } = useBrowser();

const address = (page: Page) => new URL(page.url());

async function preparedCustomers(count: number) {
  const name = newName('Hazel');
  for (let number = 1; number <= count; number++)
    await commerce().contacts.create({ brand_id: stack.brandId, name: `${name} ${number}` });
  return name;
}

describe('a panel', () => {
  test('is closed by the back button, and kept by a reload', async () => {
    const name = await preparedCustomers(2);
    const page = await signIn('Ana', `/customers?search=${name}`);
    const row = (number: number) => page.getByRole('row', { name: `${name} ${number}` });
    await row(1).click();
    const panel = page.getByRole('dialog', { name });
    await panel.waitFor();
    // The next record takes the place of this one, so that one step leads out.
    await page.keyboard.press((await row(1).getAttribute('data-place')) === '0' ? 'j' : 'k');
    await page.getByRole('dialog', { name: `${name} 2` }).waitFor();
    await page.reload();
    await page.getByRole('dialog', { name: `${name} 2` }).waitFor();
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    expect([...address(page).searchParams]).toEqual([['search', name]]);
  });

  test('leaves no step behind when a person closes it', async () => {
    const name = await preparedCustomers(1);
    const page = await signIn('Ana', '/products');
    await settled(page);
    await page.getByRole('link', { name: 'Customers', exact: true }).first().click();
    await page.getByRole('searchbox').fill(name);
    await page.getByRole('row', { name }).click();
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
    await page.goBack();
    await page.waitForURL('**/products');
  });

  test('shows a record that the list does not have, and says if there is none', async () => {
    const name = newName('Alder');
    const { id } = await commerce().contacts.create({ brand_id: stack.brandId, name });
    const page = await signIn('Ana', `/customers?search=nobody-has-this-name&open=${id}`);
    await page.getByRole('dialog', { name }).waitFor();
    await page.goto('/customers?open=00000000-0000-4000-8000-000000000000');
    const panel = page.getByRole('dialog', { name: 'Customers' });
    await panel.getByRole('alert').waitFor();
    await panel.getByRole('button', { name: 'Close' }).click();
    await page.waitForURL((url) => url.search === '');
  });
});

test('a row is a link that opens in another tab', async () => {
  const name = await preparedCustomers(1);
  const page = await signIn('Ana', `/customers?search=${name}`);
  const row = page.getByRole('row', { name });
  await row.waitFor();
  for (const click of [
    () => row.getByRole('link').click({ modifiers: ['ControlOrMeta'] }),
    () => row.getByRole('link').click({ button: 'middle' }),
    () => row.click({ modifiers: ['ControlOrMeta'] }),
    () => row.click({ button: 'middle' }),
  ]) {
    const opened = page.context().waitForEvent('page');
    await click();
    const tab = await opened;
    await tab.waitForURL('**/customers/*', { waitUntil: 'commit' });
    await tab.close();
  }
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('the results of a search for claims are there after one was opened, and the address names no patient', async () => {
  const { number } = await prepareClaim({});
  const page = await signIn('Bianca', '/claims/search');
  await page.getByLabel('Patient control number').fill(number);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  const row = page.getByRole('row', { name: number });
  await row.click();
  await page.getByRole('dialog', { name: number }).getByRole('link', { name: 'Open claim' }).click();
  await page.waitForURL('**/claims/claim/*');
  await page.goBack();
  await page.getByRole('dialog', { name: number }).waitFor();
  await page.goBack();
  await page.getByRole('dialog', { name: number }).waitFor({ state: 'detached' });
  await row.waitFor();
  expect(page.url()).not.toContain(number);
});
