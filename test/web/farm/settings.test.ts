import { expect, test } from '@jest/globals';
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
