import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openInApp, settled, stack, useBrowser } from '../browser/browser.ts';
import { claimFile, dropFile } from '../claims/claim-file.ts';
import { newNumber } from '../claims/prepared-claims.ts';
import { claimsPages, farmPages } from './every-page.ts';
import {
  markup,
  otherFarm,
  restoreFarmName,
  type StoredProbes,
  scriptAddress,
  shortMarkup,
  storeClaimsProbes,
  storeFarmProbes,
} from './probes.ts';

const { signIn } = useBrowser();
let farm: StoredProbes = { fields: [], paths: [] };
let office: StoredProbes = { fields: [], paths: [] };

beforeAll(async () => {
  farm = await storeFarmProbes();
  office = await storeClaimsProbes();
});
afterAll(restoreFarmName);

/** What a page did that it may not do, from now on. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on('dialog', async (dialog) => {
    faults.push(`dialog at ${page.url()}: ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('pageerror', ({ message }) => faults.push(`error at ${page.url()}: ${message}`));
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(`${page.url()}: ${message.text()}`);
  });
  return faults;
}

/** Fails if an element was made from a probe, or if one has run. */
async function expectOnlyText(page: Page): Promise<void> {
  const made = await page.evaluate(() => ({
    path: location.pathname,
    ran: 'probe' in window,
    elements: [...document.querySelectorAll('*')]
      .filter(
        (element) =>
          [...element.attributes].some(({ name }) => name.startsWith('on')) ||
          element.getAttribute('src') === 'x' ||
          ['href', 'src', 'action', 'formaction'].some((name) =>
            /^\s*javascript:/i.test(element.getAttribute(name) ?? ''),
          ),
      )
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  }));
  expect(made).toEqual({ path: made.path, ran: false, elements: [] });
}

/** Everything that a person can read on the page, with the contents of fields. */
const textOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.body.textContent ?? '',
      ...[...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].map(
        ({ value }) => value,
      ),
    ].join('\n'),
  );

/** Opens each page, and the panel of a row with a probe, and returns all that was shown. */
async function showAll(page: Page, paths: readonly string[]): Promise<string> {
  let shown = '';
  for (const path of paths) {
    await openInApp(page, path);
    await settled(page);
    await expectOnlyText(page);
    shown += await textOf(page);
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: '<img' }).first();
    if ((await row.count()) === 0) continue;
    await row.focus();
    await row.press('Enter');
    await settled(page);
    await expectOnlyText(page);
    shown += await textOf(page);
  }
  return shown;
}

describe('markup in a text field', () => {
  test('of a farm is shown as the text that was entered, and nothing of it runs', async () => {
    const page = await signIn('Otto', '/');
    const faults = faultsOf(page);
    const shown = await showAll(page, [...farmPages, ...farm.paths]);
    expect(faults).toEqual([]);
    expect(farm.fields.filter((field) => !shown.includes(`${field} ${markup}`))).toEqual([]);
  }, 300_000);

  test('of claims is shown as the text that was entered, and nothing of it runs', async () => {
    const page = await signIn('Max', '/claims');
    const faults = faultsOf(page);
    const shown = await showAll(page, [...claimsPages, ...office.paths]);
    expect(faults).toEqual([]);
    expect(office.fields.filter((field) => !shown.includes(`${field} <img src=x`))).toEqual([]);
  }, 300_000);

  test('in the HTML of a campaign makes no element of the preview', async () => {
    const path = farm.paths.find((candidate) => candidate.startsWith('/campaigns/')) ?? '';
    const page = await signIn('Otto', path);
    const faults = faultsOf(page);
    const preview = page.getByRole('article', { name: 'As shown in the mailbox' });
    await preview.getByText('campaign-content').waitFor();
    expect(await preview.locator('a, img, script, iframe, form, [onerror], [onload]').count()).toBe(0);
    await preview.getByText('link', { exact: true }).first().click();
    const styled = preview.getByText('Styled', { exact: true });
    expect(await styled.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(120, 0, 0)');
    await expectOnlyText(page);
    expect(faults).toEqual([]);
  });

  test('in the name and the segments of a file is shown as text', async () => {
    const number = newNumber('PA');
    const page = await signIn('Bianca', '/claims/files');
    const faults = faultsOf(page);
    await page.getByRole('button', { name: 'Choose files' }).first().waitFor();
    const uploads = page.getByRole('list', { name: 'Uploads' });
    const content = claimFile([{ number, lastName: shortMarkup, diagnosis: 'ZZZ999' }]);
    await dropFile(page, `${number} ${shortMarkup}.x12`, content);
    const refused = uploads.getByRole('listitem').filter({ hasText: `${number} ${shortMarkup}.x12` });
    await refused.getByText(/^Not uploaded/).waitFor();
    await expectOnlyText(page);
    await dropFile(page, `${number}.x12`, content);
    const link = uploads.getByRole('link', { name: `${number}.x12` });
    await uploads
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: `${number}.x12` }) })
      .getByText(/^(Applied|Quarantined)$/)
      .waitFor();
    await link.click();
    await page.waitForURL(/\/claims\/files\/[\w-]+$/);
    await settled(page);
    await page
      .getByText(/<img src=x onerror/i)
      .first()
      .waitFor();
    await expectOnlyText(page);
    expect(faults).toEqual([]);
  });

  test('of the address and of searches is shown as text', async () => {
    const page = await signIn('Otto', '/');
    const faults = faultsOf(page);
    const query = encodeURIComponent(markup);
    for (const path of [
      `/orders?customer=${query}&status=${query}&text=${query}`,
      `/customers?q=${query}&tag=${query}`,
      `/water?field=${query}&unit=${query}`,
      `/products/${query}`,
      `/${query}`,
    ]) {
      await page.goto(path);
      await settled(page);
      await expectOnlyText(page);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or run' }).fill(markup);
    await settled(page);
    await expectOnlyText(page);
    expect(faults).toEqual([]);
  });

  test('of a new order is shown as text while it is typed', async () => {
    const page = await signIn('Otto', '/orders/new');
    const faults = faultsOf(page);
    await page.getByRole('combobox', { name: /Find customer/ }).fill(markup);
    await page.getByLabel('Name', { exact: true }).fill(markup);
    await settled(page);
    await expectOnlyText(page);
    expect(faults).toEqual([]);
  });
});

test('an address that is a script is refused where addresses are taken', async () => {
  const brand_id = stack.otherBrandId;
  await expect(
    otherFarm().webhooks.createEndpoint({ brand_id, url: scriptAddress, event_types: ['order.created'] }),
  ).rejects.toMatchObject({ status: 400 });
  await expect(
    otherFarm().referrals.updateSettings({ brand_id, shop_url: scriptAddress }),
  ).rejects.toMatchObject({ status: 400 });
});
