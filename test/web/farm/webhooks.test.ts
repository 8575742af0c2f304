import { expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();

test('an endpoint gets a test event, whose delivery shows its content', async () => {
  const description = `Shed ${Date.now()}`;
  const page = await signIn('Ana', '/webhooks');
  await page.getByRole('button', { name: 'New endpoint' }).first().click();
  await page.getByLabel('Address').fill('https://shop.example.com/hooks');
  await page.getByLabel('Description').fill(description);
  await page.getByRole('button', { name: 'Save endpoint' }).click();
  expect(await page.getByRole('dialog').locator('code').textContent()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('row').filter({ hasText: description }).click();
  await page.getByRole('heading', { name: description, level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Send a test event' }).click();
  await page.getByRole('row').filter({ hasText: 'webhook_endpoint.test' }).click();
  await page.getByText('"type": "webhook_endpoint.test"').waitFor();
  const { data } = await commerce().webhooks.listEndpoints({ brand_id: stack.brandId, limit: 100 });
  expect(data.filter((one) => one.description === description)).toHaveLength(1);
});

test('an address on a private network is refused at its field', async () => {
  const page = await signIn('Ana', '/webhooks');
  await page.getByRole('button', { name: 'New endpoint' }).first().click();
  await page.getByLabel('Address').fill('https://10.0.0.8/hooks');
  await page.getByRole('button', { name: 'Save endpoint' }).click();
  await page.locator('[aria-invalid="true"]').waitFor();
});
