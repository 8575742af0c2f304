import { expect, test } from '@jest/globals';
import { CommerceClient } from '#clients/typescript/src/index.ts';
import { commerce, stack, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();

test('a key is shown once, works, and is revoked', async () => {
  const name = `Shop ${Date.now()}`;
  const page = await signIn('Ana', '/keys');
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill(name);
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Viewer/ })
    .check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have copied it' }).click();

  const client = new CommerceClient({ baseUrl: stack.baseUrl, apiKey: secret, maxRetries: 10 });
  expect(await client.products.list({ brand_id: stack.brandId, limit: 1 })).toHaveProperty('data');
  expect(await page.content()).not.toContain(secret);

  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  const { data } = await commerce().apiKeys.list({ brand_id: stack.brandId, limit: 100 });
  expect(data.find((key) => key.name === name)).toHaveProperty('revoked_at');
});

test('all scopes of a key can be read on a narrow phone', async () => {
  const scopes = ['orders:read', 'orders:write', 'products:read', 'products:write', 'contacts:read'];
  const name = `Sync ${Date.now()}`;
  const { id } = await commerce().apiKeys.create({ brand_id: stack.brandId, name, role: 'manager', scopes });
  const page = await signIn('Ana', '/keys');
  await page.setViewportSize({ width: 360, height: 740 });
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByText('5 scopes').waitFor();
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show scopes' }).click();
  const dialog = page.getByRole('dialog', { name: `Scopes of ${name}` });
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(scopes);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await dialog.waitFor({ state: 'detached' });
  await commerce().apiKeys.revoke({ id });
});

test('the head of the column of menus shows no cut word', async () => {
  const page = await signIn('Ana', '/keys');
  const word = page.getByRole('columnheader').getByText('More actions');
  await word.waitFor({ state: 'attached' });
  expect((await word.boundingBox())?.width).toBe(1);
});
