import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { commerce, settled, useBrowser } from '../browser/browser.ts';
import { claimFile } from '../claims/claim-file.ts';
import { newNumber, prepareClaim } from '../claims/prepared-claims.ts';
import { prepareOrder, prepareProduct, uniqueName } from '../farm/prepared-orders.ts';
import { newGallons, rowOf, storedLogs, untilSent } from '../offline/water-logs.ts';

interface Focus {
  readonly tag: string;
  readonly isShown: boolean;
  readonly name: string;
}

/** Where the focus is, and whether a person can see it: by an outline or a shadow of the element or its label. */
const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const isMarked = (candidate: Element): boolean => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(candidate);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    };
    // The mark of a choice is at its label, because the radio button itself is not drawn.
    const label = element.closest('label') ?? element;
    return {
      tag: element.tagName,
      isShown: isMarked(element) || isMarked(label),
      name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent ?? ''}`.slice(
        0,
        80,
      ),
    };
  });

/** Fails if the focus is lost, so that the next Tab would begin at the top of the page. */
async function expectFocus(page: Page): Promise<void> {
  expect((await focusOf(page)).tag).not.toMatch(/^(BODY|HTML)$/);
}

/** Presses Tab until the element has the focus. Each stop on the way shows the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.first().waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let stop = 0; stop < 120; stop += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press(key);
    const { tag, isShown, name } = await focusOf(page);
    // After its last element, the focus leaves the page for the bar of the browser.
    if (tag === 'BODY') continue;
    expect({ name, isShown }).toEqual({ name, isShown: true });
  }
  throw new Error(`No way to ${target} by ${key}`);
}

const { signIn, visit } = useBrowser();

async function signedIn(name: string, path: string): Promise<Page> {
  const page = await signIn(name, path);
  await settled(page);
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Deletes what the field has, and types. */
async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

test('with keys only, a person signs in through the page of the issuer', async () => {
  const page = await visit('/water');
  await tabTo(page, button(page, 'Sign in'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/authorize?**');
  await tabTo(page, button(page, /^Ana\b/));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/water');
  await page.getByRole('heading', { level: 1 }).waitFor();
});

describe('with keys only, on a farm', () => {
  test('water is logged', async () => {
    const gallons = newGallons();
    const page = await signedIn('Ana', '/water');
    await tabTo(page, button(page, 'Log water'));
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog');
    await tabTo(page, form.getByRole('textbox', { name: 'Gallons' }));
    await retype(page, String(gallons));
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    await rowOf(page, gallons).waitFor();
    await expectFocus(page);
    await untilSent(page, gallons);
    expect(await storedLogs(gallons)).toHaveLength(1);
  });

  test('an order is created', async () => {
    const product = await prepareProduct(2.5);
    const name = uniqueName('Marta');
    const page = await signedIn('Ana', '/orders');
    await tabTo(page, page.getByRole('link', { name: 'New order' }).or(button(page, 'New order')));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/orders/new');
    await settled(page);
    await tabTo(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.type(name);
    await tabTo(page, page.getByRole('combobox', { name: 'Add product' }));
    await page.keyboard.type(product.name);
    await page.getByRole('option', { name: product.name }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.page-answer', { hasText: '$2.50' }).waitFor();
    await tabTo(page, button(page, 'Create order'));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: new RegExp(`^Order #\\d+ ${name}$`) }).waitFor();
    await settled(page);
    await expectFocus(page);
  });

  test('a row is reached in the list of orders, opened, and the order changes its state', async () => {
    const customer_name = uniqueName('Fern');
    const orders = [await prepareOrder({ customer_name }), await prepareOrder({ customer_name })];
    const page = await signedIn('Ana', `/orders?customer=${encodeURIComponent(customer_name)}`);
    const rows = page.getByRole('row', { name: customer_name });
    await rows.nth(1).waitFor();
    await tabTo(page, rows.first());
    await page.keyboard.press('ArrowDown');
    expect(await rows.nth(1).and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: new RegExp(`^Order #\\d+ ${customer_name}$`) });
    await tabTo(page, panel.getByRole('button', { name: 'Confirm' }));
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Mark as ready' }).waitFor();
    await expectFocus(page);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expectFocus(page);
    await rows.getByText('Confirmed').waitFor();
    const states = await Promise.all(
      orders.map(async ({ id }) => (await commerce().orders.get({ id })).status),
    );
    expect(states.toSorted()).toEqual(['confirmed', 'pending']);
  });

  test('j enters a list, also after another page was left', async () => {
    await prepareOrder();
    const page = await signedIn('Ana', '/customers');
    await page.keyboard.press('g');
    await page.keyboard.press('o');
    await page.waitForURL('**/orders');
    await settled(page);
    await page.getByRole('grid', { name: 'Orders' }).getByRole('row').nth(1).waitFor();
    await expectFocus(page);
    await page.keyboard.press('j');
    const focused = page.getByRole('grid', { name: 'Orders' }).getByRole('row').and(page.locator(':focus'));
    await focused.waitFor();
  });

  test('the command palette opens a page', async () => {
    const page = await signedIn('Ana', '/');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search or run' });
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('refer');
    await page.getByRole('option', { name: /Referrals/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/referrals');
    await settled(page);
    await expectFocus(page);
  });

  test('Tab stays in a dialog, and Escape returns to the button that opened it', async () => {
    const page = await signedIn('Ana', '/stops');
    const open = button(page, 'New stop');
    await tabTo(page, open);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New stop' });
    await dialog.waitFor();
    for (let stop = 0; stop < 40; stop += 1) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() =>
        document.activeElement === document.body
          ? 'browser'
          : document.activeElement?.closest('dialog') === null
            ? 'page'
            : 'dialog',
      );
      expect(place).not.toBe('page');
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await open.and(page.locator(':focus')).waitFor();
  });
});

describe('with keys only, on claims', () => {
  test('a file is chosen with a button instead of a drop', async () => {
    const number = newNumber('PA');
    const page = await signedIn('Bianca', '/claims/files');
    const buffer = Buffer.from(claimFile([{ number, lastName: 'FERN' }]));
    // The browser has to know before the key is pressed that the test chooses the file.
    page.once('filechooser', (chooser) =>
      chooser.setFiles({ name: `${number}.x12`, mimeType: 'text/plain', buffer }),
    );
    await tabTo(page, button(page, 'Choose files').first());
    await page.keyboard.press('Enter');
    const uploads = page.getByRole('list', { name: 'Uploads' });
    await uploads.getByText('Applied').waitFor();
    await tabTo(page, uploads.getByRole('link', { name: `${number}.x12` }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/claims\/files\/[\w-]+$/);
    await settled(page);
    await expectFocus(page);
  });

  test('a claim is found and opened', async () => {
    const { id, number } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signedIn('Bianca', '/claims/search');
    await tabTo(page, page.getByLabel('Patient control number'));
    await page.keyboard.type(number);
    await page.keyboard.press('Enter');
    await page.getByText('1 claim found').waitFor();
    await expectFocus(page);
    await tabTo(page, page.getByRole('grid', { name: 'Results' }).getByRole('row', { name: number }));
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: number });
    await tabTo(page, panel.getByRole('link', { name: 'Open claim' }));
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname === `/claims/claim/${id}`);
    await settled(page);
    await expectFocus(page);
  });

  test('the audit log is verified', async () => {
    await prepareClaim({});
    const page = await signedIn('Ada', '/claims/audit');
    await tabTo(page, button(page, 'Verify'));
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: /^Proven: / })
      .waitFor();
    await expectFocus(page);
  });
});
