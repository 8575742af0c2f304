import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { claims, commerce, settled, stack, useBrowser } from '../browser/browser.ts';
import { prepareClaim } from '../claims/prepared-claims.ts';
import { postRemittance, sentClaim } from '../claims/remittance-file.ts';
import { today, uniqueName } from '../farm/prepared-orders.ts';

const { signIn } = useBrowser();
const phone = { viewport: { width: 360, height: 740 } };

beforeAll(async () => {
  await commerce().campaigns.create({
    brand_id: stack.brandId,
    name: 'Pears',
    subject: 'Pears are in',
    content: 'Hello',
  });
  await postRemittance(await sentClaim());
});

describe('on a phone', () => {
  test('a remittance in the list has its payment and whether it adds up', async () => {
    const page = await signIn('Bianca', '/claims/remittances', phone);
    const row = page.getByRole('row').filter({ hasText: '$80.00' }).filter({ hasText: 'Adds up' }).first();
    await row.waitFor();
    expect(await cutTexts(row.getByText('$80.00'))).toEqual([]);
  });

  test('the counts of an acknowledgment have their names', async () => {
    const { id } = await prepareClaim({ diagnosis: 'J069' });
    await claims().clearinghouse.submitClaims({ claim_ids: [id] });
    while ((await claims().acknowledgments.listImplementationAcknowledgments({ limit: 1 })).data.length === 0)
      await setTimeout(200);
    const page = await signIn('Bianca', '/claims/acknowledgments', phone);
    const row = page.getByRole('row').filter({ hasText: '999' }).first();
    await row.waitFor();
    expect(await row.textContent()).toMatch(/Accepted \d/);
  });

  test('a lane of the board shows its list, which has the focus and gives it back', async () => {
    await prepareClaim({});
    const page = await signIn('Bianca', '/claims', phone);
    const lane = page.locator('[data-lane="draft"]');
    await lane.click();
    const list = page.getByRole('region', { name: 'Claims in lane Draft' });
    await list.and(page.locator(':focus')).waitFor();
    await settled(page);
    expect((await list.boundingBox())?.y).toBeLessThan(80);
    await list.getByRole('button', { name: 'Close the list' }).click();
    await lane.and(page.locator(':focus')).waitFor();
  });

  test('a date in a table of figures stays on one line', async () => {
    const page = await signIn(
      'Ana',
      `/reports?report=revenue&period=range&from=${today()}&to=${today()}`,
      phone,
    );
    const date = page.getByRole('rowheader').first();
    await date.waitFor();
    expect((await date.boundingBox())?.height).toBeLessThan(45);
  });

  test('the amounts of an order are in sight', async () => {
    const order = await commerce().orders.create({
      brand_id: stack.brandId,
      customer_email: 'fern@example.com',
      items: [{ product_id: await productId(), quantity: 4, price: 3.25 }],
    });
    const page = await signIn('Ana', `/orders/${order.id}`, phone);
    const table = page.locator('.data-table').first();
    await table.waitFor();
    expect(await table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  });

  test('the name of a product takes two lines before it is cut', async () => {
    await productId();
    const page = await signIn('Ana', '/products?search=Early', phone);
    const name = page.getByText('Early summer butter lettuce').first();
    await name.waitFor();
    expect(await cutTexts(name)).toEqual([]);
    expect((await name.boundingBox())?.height).toBeLessThanOrEqual(40);
  });

  test('the time of a water entry is not cut while there is room', async () => {
    await commerce().waterLogs.createWaterLog({
      brand_id: stack.brandId,
      field_name: 'Time of the entry',
      gallons: 12,
      water_method: 'drip',
    });
    const page = await signIn('Ana', '/water', { ...phone, locale: 'es-US' });
    const row = page.getByRole('row').filter({ hasText: 'Time of the entry' }).first();
    await row.waitFor();
    expect(await cutTexts(row.locator('.list-card-detail'))).toEqual([]);
  });

  test('a field with a very long name does not widen the page of water', async () => {
    await commerce().waterLogs.createWaterLog({
      brand_id: stack.brandId,
      field_name: 'Field'.repeat(40),
      gallons: 12,
    });
    const page = await signIn('Ana', '/water', phone);
    await page.getByText('Field'.repeat(40)).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  test('an API key has its menu', async () => {
    const name = uniqueName('Till');
    await commerce().apiKeys.create({ brand_id: stack.brandId, name, role: 'viewer' });
    const page = await signIn('Ana', '/keys', phone);
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Revoke' }).waitFor();
  });

  test('the names of the pages in the bottom bar are not cut in Spanish', async () => {
    const page = await signIn('Bianca', '/claims', { ...phone, locale: 'es-US' });
    await settled(page);
    const names = page.locator('.bottom-item > span');
    expect(await names.allTextContents()).toContain('Trabajo');
    expect(await cutTexts(names)).toEqual([]);
  });

  test('what needs the person has its arrow on the same line', async () => {
    const page = await signIn('Ana', '/', { ...phone, locale: 'es-US' });
    await settled(page);
    const rows = page.locator('.home-need');
    await rows.first().waitFor();
    const isBroken = await rows.evaluateAll((all) =>
      all.map((row) => {
        const [name, arrow] = [...row.children].map((child) => child.getBoundingClientRect());
        return name === undefined || arrow === undefined || arrow.top >= name.bottom;
      }),
    );
    expect(isBroken).not.toContain(true);
  });

  test.each([
    ['campaigns', 'Ana', '/campaigns'],
    ['keys', 'Ana', '/keys'],
    ['files', 'Bianca', '/claims/files'],
  ])('no text on the cards of %s is cut in Spanish', async (_, person, path) => {
    const page = await signIn(person, path, { ...phone, locale: 'es-US' });
    await page.locator('.list-card').first().waitFor();
    await settled(page);
    const texts = page.locator('.list-card-detail, .list-card-line');
    expect(await texts.count()).toBeGreaterThan(1);
    expect(await cutTexts(texts)).toEqual([]);
    const isBelow = await page.locator('.list-row').evaluateAll((rows) =>
      rows.filter((row) => {
        const line = row.querySelector('.list-card-line');
        return line !== null && line.getBoundingClientRect().bottom > row.getBoundingClientRect().bottom;
      }),
    );
    expect(isBelow).toEqual([]);
  });

  test('a very long name takes two lines of the title of a panel', async () => {
    const name = `Fern ${'Olive Orchard '.repeat(9)}`.trim().slice(0, 120);
    await commerce().contacts.create({ brand_id: stack.brandId, name });
    const page = await signIn('Ana', '/customers', phone);
    await page.getByRole('searchbox').fill('Olive Orchard Olive');
    await page.waitForURL(/search=/);
    await page.getByRole('row').filter({ hasText: name }).first().click();
    const title = page.getByRole('dialog').getByRole('heading', { level: 2 }).first();
    await title.waitFor();
    expect(await title.getAttribute('title')).toBe(name);
    expect((await title.boundingBox())?.height).toBeLessThan(60);
  });

  test('no word of the figures of campaigns is broken', async () => {
    const page = await signIn('Ana', '/campaigns', phone);
    await settled(page);
    expect(await brokenWords(page)).toEqual([]);
  });
});

let product: string | undefined;

async function productId(): Promise<string> {
  product ??= (
    await commerce().products.create({
      brand_id: stack.brandId,
      name: 'Early summer butter lettuce',
      price: 3.25,
    })
  ).id;
  return product;
}

/** The texts of elements that do not fit into their elements. */
const cutTexts = (elements: Locator): Promise<readonly string[]> =>
  elements.evaluateAll((all) =>
    all
      .filter((element) => element.scrollWidth > element.clientWidth)
      .map((element) => element.textContent ?? ''),
  );

/** The words of large figures that are on more than one line. */
const brokenWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.figure-value')].flatMap((figure) => {
      const text = figure.firstChild;
      if (!(text instanceof Text)) return [];
      return [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );
