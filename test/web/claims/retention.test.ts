import { afterEach, describe, expect, test } from '@jest/globals';
import { claims, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();

afterEach(() => claims('admin').retention.set({ retention_days: null }));

describe('retention', () => {
  test('sets a period and previews a purge without removing anything', async () => {
    const page = await signIn('Max', '/claims/retention');
    await page.getByRole('button', { name: 'Change the period' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retention period' });
    await dialog.getByLabel('Keep').selectOption('for a number of days');
    await dialog.getByRole('button', { name: 'Save the period' }).click();
    await page.getByText('Kept for 2,192 days after the last change').waitFor();
    await page.getByRole('button', { name: 'Preview a purge' }).click();
    await page.getByText('A purge would remove nothing.').waitFor();
    expect((await claims('admin').retention.listPurges({ limit: 1 })).data[0]).toMatchObject({
      dry_run: true,
    });
  });

  test('holds records back with a reason, and ends the hold', async () => {
    const reason = `Inquiry ${Date.now()}`;
    const page = await signIn('Max', '/claims/retention');
    await page.getByRole('button', { name: 'Create a hold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a legal hold' });
    await dialog.getByLabel('Member ids').fill('E000001, E000002');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Create a hold' }).click();
    const line = page.getByRole('row').filter({ hasText: reason });
    await line.getByText('2 members').waitFor();
    await line.getByRole('button', { name: 'End the hold' }).click();
    const end = page.getByRole('dialog', { name: 'End this legal hold?' });
    await end.getByLabel('Reason').fill('Inquiry closed');
    await end.getByRole('button', { name: 'End the hold' }).click();
    await line.getByText(/^Ended /).waitFor();
  });
});
