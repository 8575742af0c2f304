import { beforeAll, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Order } from '#clients/typescript/src/commerce/index.ts';
import { CommerceClient } from '#clients/typescript/src/index.ts';
import { commerce, stack, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();

/** Places an order whose total no other order has. */
async function placeOrder(): Promise<Order> {
  const brand_id = stack.brandId;
  const product = await commerce().products.create({ brand_id, name: `Leeks ${Date.now()}`, price: 1.25 });
  const quantity = 1 + Math.floor(Math.random() * 900_000);
  return commerce().orders.create({
    brand_id,
    items: [{ product_id: product.id, quantity, price: 1.25 }],
  });
}

/** Reloads the page until the notification has arrived. */
// A brand with a subscriber has its events passed on at once; those of others wait for the schedule of each minute.
beforeAll(async () => {
  await commerce().webhooks.createEndpoint({
    brand_id: stack.brandId,
    url: 'https://shop.example.com/hooks',
    event_types: ['order.created'],
  });
});

async function deliveredRow(page: Page, title: string): Promise<Locator> {
  const row = page.getByRole('row').filter({ hasText: title });
  // The events of the other test files of this stack are delivered before it.
  for (let tries = 0; tries < 120 && (await row.count()) === 0; tries++) {
    await page.waitForTimeout(500);
    await page.reload();
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  return row;
}

test('a notification opens its order and counts as read', async () => {
  const order = await placeOrder();
  const page = await signIn('Ana', '/news?show=unread');
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(order.total);
  const row = await deliveredRow(page, `New order #${order.number} of ${amount}`);
  const marked = page.waitForResponse((response) => /\/notifications\/[^/?]+$/.test(response.url()));
  await row.first().click();
  await page.waitForURL((url) => url.pathname === `/orders/${order.id}`);
  await marked;
  await page.goto('/news?show=unread');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await row.first().waitFor({ state: 'detached' });
  expect(await row.count()).toBe(0);
}, 240_000);

test('a Spanish reader sees Spanish titles', async () => {
  const { number, total } = await placeOrder();
  const page = await signIn('Ana', '/news', { locale: 'es-US' });
  const amount = new Intl.NumberFormat('es-US', { style: 'currency', currency: 'USD' }).format(total);
  const row = await deliveredRow(page, `Pedido nuevo #${number} de ${amount}`);
  expect(await row.count()).toBe(1);
  expect(await page.getByText(/^New order/).count()).toBe(0);
}, 240_000);

test('preferences stay as they were set', async () => {
  const page = await signIn('Ben', '/news?tab=preferences');
  const box = page.getByRole('checkbox', { name: 'Low stock: E-mail' });
  await box.waitFor();
  const wanted = !(await box.isChecked());
  await box.setChecked(wanted);
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await page.getByText('Preferences saved').waitFor();
  await page.reload();
  await box.waitFor();
  expect(await box.isChecked()).toBe(wanted);
});

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
