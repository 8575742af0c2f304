import { expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();

test('the payment page of a plan leads back, and the plan is active', async () => {
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
});
