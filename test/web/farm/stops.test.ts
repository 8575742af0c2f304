import { describe, expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { prepareStop, uniqueName } from './prepared-orders.ts';

const { signIn } = useBrowser();

describe('stops', () => {
  test('a new stop gets its times, cut-off and capacity', async () => {
    const name = uniqueName('Market square');
    const page = await signIn('Ana', '/stops');
    await page.getByRole('button', { name: 'New stop' }).click();
    const dialog = page.getByRole('dialog', { name: 'New stop' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Add time' }).click();
    await dialog.getByRole('checkbox', { name: /Orders end before/ }).click();
    await dialog.getByLabel('Maximum orders per pickup day', { exact: true }).fill('40');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name }).waitFor();
    const { data } = await commerce().stops.list({ brand_id: stack.brandId, limit: 200 });
    expect(data.find((stop) => stop.name === name)).toMatchObject({
      capacity: 40,
      cut_off: { days_before: 1, time: '18:00' },
      hours: [
        { weekday: 'saturday', opens: '09:00', closes: '12:00' },
        { weekday: 'monday', opens: '09:00', closes: '12:00' },
      ],
    });
  });

  test('the panel of a stop shows its next days and deletes the stop after a question', async () => {
    const stop = await prepareStop();
    const page = await signIn('Ana', '/stops');
    await page.getByRole('row', { name: stop.name }).click();
    const panel = page.getByRole('dialog', { name: stop.name });
    await panel.getByText('0 orders').first().waitFor();
    await panel.getByRole('button', { name: 'Delete stop' }).click();
    await page
      .getByRole('dialog', { name: `Delete ${stop.name}?` })
      .getByRole('button', { name: 'Delete stop' })
      .click();
    await page.getByRole('row', { name: stop.name }).waitFor({ state: 'detached' });
    await expect(commerce().stops.get({ id: stop.id })).rejects.toMatchObject({ status: 404 });
  });
});

describe('promo codes and order settings', () => {
  test('a promo code is created, and its faults are shown at their fields', async () => {
    const code = `P-${crypto.randomUUID().slice(0, 8)}`;
    const page = await signIn('Ana', '/stops?tab=promo');
    await page.getByRole('button', { name: 'New promo code' }).click();
    const dialog = page.getByRole('dialog', { name: 'New promo code' });
    await dialog.getByLabel('Code').fill('?');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByLabel('Code').and(page.locator('[aria-invalid="true"]')).waitFor();
    await dialog.getByLabel('Code').fill(code);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row', { name: code }).getByText('10 % off').waitFor();
  });

  test('an owner sets a tax rate', async () => {
    const label = uniqueName('Tax');
    const page = await signIn('Ana', '/stops?tab=settings');
    await page.getByRole('button', { name: 'Add tax rate' }).click();
    await page.getByLabel('Name').last().fill(label);
    await page.getByLabel('Tax category').last().fill(label);
    await page.getByLabel('Rate in percent').last().fill('5');
    await page.getByRole('button', { name: 'Save order settings' }).click();
    await page.getByText('Order settings saved').waitFor();
    const { tax_rates } = await commerce().brands.getOrderSettings({ brand_id: stack.brandId });
    expect(tax_rates).toContainEqual({ label, category: label, rate_percent: 5 });
  });
});
