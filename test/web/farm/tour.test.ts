import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CommerceClient } from '#clients/typescript/src/index.ts';
import { stack, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();

test('the tour follows the work of a new brand to its end', async () => {
  const page = await signIn('Otto', '/tour');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const client = await clientOf(page);
  // After Orchard Hill, which stays the first brand of the person for other tests.
  const name = `Young Orchard ${Date.now()}`;
  const { id: brand_id } = await client.brands.create({ name });
  await openBrand(page, name);
  await page.getByText('0 of 6 steps done').waitFor();
  const step = (title: string) => page.getByRole('listitem').filter({ hasText: title });

  await step('first campaign').getByRole('button', { name: 'Skip' }).click();
  await step('first campaign').getByText('Skipped').waitFor();
  await step('first campaign').getByRole('button', { name: 'Take up again' }).click();
  await step('first campaign').getByText('Open', { exact: true }).waitFor();

  await step('profile of your brand').getByRole('link', { name: 'Open settings' }).click();
  await page.getByLabel('Time zone').selectOption('America/Denver');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved').waitFor();

  const product = await client.products.create({ brand_id, name: 'Pears', price: 3 });
  await client.orders.create({ brand_id, items: [{ product_id: product.id, quantity: 1, price: 3 }] });
  await client.waterLogs.createWaterLog({ brand_id, field_name: 'Orchard', gallons: 50 });
  await client.apiKeys.create({ brand_id, name: 'Shop', role: 'viewer' });
  await client.campaigns.create({ brand_id, name: 'Pears', subject: 'Pears are in', content: 'Come by' });

  await page.goto('/tour');
  await page.getByText('Everything is set up.').waitFor();
  expect(await page.getByRole('listitem').getByText('Done', { exact: true }).count()).toBe(6);
});

/** The API as the person who is signed in on the page. */
async function clientOf(page: Page): Promise<CommerceClient> {
  const tokens = await page.evaluate(() => sessionStorage.getItem('granary.tokens'));
  const { token } = JSON.parse(tokens ?? '{}');
  return new CommerceClient({ baseUrl: stack.baseUrl, token, maxRetries: 10 });
}

/** Opens the tour of another brand of the person. */
async function openBrand(page: Page, name: string): Promise<void> {
  await page.reload();
  await page.getByRole('button', { name: 'Orchard Hill' }).first().click();
  await page.getByRole('menuitem', { name }).click();
  await page.goto('/tour');
}
