import { describe, expect, test } from '@jest/globals';
import { claims, useBrowser } from '../browser/browser.ts';
import { prepareClaim } from './prepared-claims.ts';

const { signIn } = useBrowser();

describe('the worklist', () => {
  test('shows overdue claims without an assignee, assigns them, and takes them off', async () => {
    const { id, number } = await prepareClaim({});
    await claims().followUp.set({ id, follow_up_on: '2020-01-02' });
    const page = await signIn('Bianca', '/claims/worklist?whose=none&due=overdue');
    const row = page.getByRole('row', { name: number });
    await row.getByText('Overdue').waitFor();
    await row.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Mine' }).click();
    await row.getByText('You').waitFor();
    await row.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Take off the list' }).click();
    await row.waitFor({ state: 'detached' });
    const { assignee, follow_up_on } = await claims().claims.get({ id });
    expect([assignee, follow_up_on]).toEqual([undefined, undefined]);
  });

  test('opens a claim beside the list with the keyboard', async () => {
    const { id, number } = await prepareClaim({});
    await claims().followUp.set({ id, follow_up_on: '2020-01-01' });
    const page = await signIn('Ada', '/claims/worklist?whose=all&due=overdue');
    await page.getByRole('row', { name: number }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: number }).getByText('Not sent:').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});
