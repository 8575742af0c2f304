import { expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();

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
