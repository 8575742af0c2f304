import { expect, test } from '@jest/globals';
import { CommerceClient } from '#clients/typescript/src/index.ts';
import { commerce, stack, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();

test('a change of somebody else meanwhile is not overwritten', async () => {
  const page = await signIn('Ana', '/settings');
  const name = page.getByLabel('Name');
  await name.waitFor();
  const {
    catalog,
    prices,
    stops,
    time_zone,
    currency,
    locale,
    name: before,
  } = await commerce().brands.get({
    brand_id: stack.brandId,
  });
  const content = { brand_id: stack.brandId, catalog, prices, stops, time_zone, locale };
  const meanwhile = `Meadow Farm ${Date.now()}`;
  await commerce().brands.update({ ...content, name: meanwhile });
  await page.getByLabel('Language of dates').fill('en-GB');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Somebody else changed the settings meanwhile').waitFor();
  expect(await name.inputValue()).toBe(meanwhile);
  await name.fill(before);
  await page.getByRole('button', { name: 'Save settings' }).click();
  await page.getByText('Settings saved').waitFor();
  const after = await commerce().brands.get({ brand_id: stack.brandId });
  expect(after).toMatchObject({ name: before, locale, currency });
});

test('the deletion of a brand needs its exact name, and can be taken back', async () => {
  const page = await signIn('Otto', '/settings');
  await page.getByRole('button', { name: 'Delete the brand' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Orchard');
  await dialog.getByRole('button', { name: 'Delete the brand' }).click();
  await dialog.getByText(/name/i).first().waitFor();
  await dialog.getByRole('textbox').fill('Orchard Hill');
  await dialog.getByRole('button', { name: 'Delete the brand' }).click();
  await page.getByText('will be deleted on').waitFor();
  await page.getByRole('button', { name: 'Keep the brand' }).click();
  await page.getByText('will be deleted on').waitFor({ state: 'detached' });
});

test('an owner invites a person and takes the invitation back', async () => {
  const email = `basil.${Date.now()}@example.com`;
  const page = await signIn('Ana', '/members');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send invitation' }).click();
  const row = page.getByRole('row').filter({ hasText: email });
  await row.waitFor();
  const invited = async () =>
    (await commerce().members.listInvitations({ brand_id: stack.brandId })).data.map((one) => one.email);
  expect(await invited()).toContain(email);
  await row.getByRole('button', { name: 'Revoke' }).click();
  await row.waitFor({ state: 'detached' });
  expect(await invited()).not.toContain(email);
});

test('a wrong address is named at its field, and nothing is sent', async () => {
  const page = await signIn('Ana', '/members');
  await page.getByRole('button', { name: 'Invite' }).click();
  const field = page.getByLabel('E-mail address');
  await field.fill('basil@example');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await page.locator('[aria-invalid="true"]').waitFor();
  expect(await field.inputValue()).toBe('basil@example');
});

test('people who could not be read are not counted', async () => {
  const page = await signIn('Ana', '/stops');
  await page.route(/\/members\b.*brand_id=/, (route) =>
    route.fulfill({ status: 503, json: { error: 'Down', code: 'unavailable', request_id: 'r1' } }),
  );
  await page.goto('/members');
  await page.getByText('Granary is not available for the moment').first().waitFor();
  expect(await page.getByText('0 people').count()).toBe(0);
});

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

test('the payment page of a plan leads back, and the plan is active with its end', async () => {
  const page = await signIn('Ana', '/billing');
  await page.getByRole('heading', { name: 'Plans' }).waitFor();
  const before = await commerce().billing.getSubscription({ brand_id: stack.brandId });
  if (before.status === 'none') {
    await page.getByRole('button', { name: 'Choose Enterprise' }).click();
    await page.getByRole('button', { name: /Pay|Subscribe/ }).click();
    await page.waitForURL((url) => url.pathname === '/billing');
  }
  await page.getByText('Enterprise, $99.00 a month').waitFor({ timeout: 60_000 });
  expect(await commerce().billing.getSubscription({ brand_id: stack.brandId })).toMatchObject({
    status: 'active',
    plan: 'enterprise',
  });
  const ends = (cancel_at_period_end: boolean) =>
    commerce().billing.changeSubscription({ brand_id: stack.brandId, cancel_at_period_end });
  await ends(true);
  await page.reload();
  await page.getByText(/Ends on /).waitFor();
  await ends(false);
  await page.reload();
  await page.getByText(/Renews on /).waitFor();
});
