import { describe, expect, test } from '@jest/globals';
import { claims, useBrowser } from '../browser/browser.ts';
import { prepareClaim } from './prepared-claims.ts';

const { signIn } = useBrowser();

describe('the claims board', () => {
  test('holds selected claims after a preview, and shows the result of each', async () => {
    const { id, number } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signIn('Bianca', '/claims?lane=ready');
    const row = page.getByRole('row', { name: number });
    await row.getByRole('checkbox').click();
    await page
      .getByRole('region', { name: 'Actions for the selection' })
      .getByRole('button', { name: 'Hold' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Hold: 1 claim' });
    await dialog.getByLabel('Reason').fill('Waits for the referral');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Ready → On hold').waitFor();
    expect((await claims().claims.get({ id })).lane).toBe('ready');
    await dialog.getByRole('button', { name: 'Change 1 claim' }).click();
    await dialog.getByText('1 claim changed').waitFor();
    await dialog.getByText('Done').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await row.waitFor({ state: 'detached' });
    expect(await claims().claims.get({ id })).toMatchObject({
      lane: 'held',
      lane_reason: 'Waits for the referral',
    });
  });

  test('previews which claims a correction by rule skips', async () => {
    const { number } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signIn('Bianca', '/claims?lane=ready');
    await page.getByRole('row', { name: number }).getByRole('checkbox').click();
    await page
      .getByRole('region', { name: 'Actions for the selection' })
      .getByRole('button', { name: 'Correct' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Correct: 1 claim' });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Enter at least one new value.').waitFor();
    await dialog.getByLabel('Place of service code').fill('11');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Skipped: the claim has these values already').waitFor();
    await dialog.getByText('No claim would change.').waitFor();
  });

  test('shows an auditor the claims, and why they cannot be changed', async () => {
    const { number } = await prepareClaim({});
    const page = await signIn('Ada', '/claims?lane=draft');
    await page.getByRole('row', { name: number }).waitFor();
    const dismiss = page.getByRole('button', { name: 'Dismiss all' });
    expect(await dismiss.getAttribute('aria-disabled')).toBe('true');
    await page
      .getByText('Auditors read claims. A biller can change them.')
      .first()
      .waitFor({ state: 'attached' });
  });
});
