import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { claims, useBrowser } from '../browser/browser.ts';
import { postRemittance, sentClaim } from './remittance-file.ts';

const { signIn } = useBrowser();

/** Imports one bank line in the dialog of the page. */
async function importLine(page: Page, trace: string, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'Import bank file' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import a bank file' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'bank.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Date,Amount,Reference\n2026-03-02,${amount},${trace}\nlater,1.00,\n`),
  });
  await dialog.getByText('File: bank.csv').waitFor();
  await dialog.getByRole('button', { name: 'Check the file' }).click();
  await dialog.getByText('1 line new, 0 lines known, 1 line with faults').waitFor();
  await dialog.getByRole('button', { name: 'Import 1 line' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function stateOf(trace: string): Promise<string | undefined> {
  for await (const line of claims().reconciliation.listBankLines())
    if (line.trace === trace) return line.state;
  return undefined;
}

describe('bank lines', () => {
  test('are imported from CSV after a check, and matched with their remittance', async () => {
    const { trace } = await postRemittance(await sentClaim());
    const page = await signIn('Bianca', '/claims/money');
    await importLine(page, trace, '80.00');
    const row = page.getByRole('row').filter({ hasText: trace });
    await row.getByText('Matched').waitFor();
    expect(await stateOf(trace)).toBe('matched');
  });

  test('are matched by hand with a difference, and unmatched', async () => {
    const { trace } = await postRemittance(await sentClaim());
    const page = await signIn('Bianca', '/claims/money');
    await importLine(page, trace, '79.50');
    const row = page.getByRole('row').filter({ hasText: trace });
    await row.getByText('Amount differs').waitFor();
    await row.click();
    const panel = page.getByRole('dialog');
    await panel.getByLabel(/^\$80\.00 · PLAINS HEALTH/).check();
    await panel.getByText('$80.00 chosen of $79.50').waitFor();
    await panel.getByLabel('Accept the difference').check();
    await panel.getByLabel('Reason').fill('The bank kept a fee');
    await panel.getByRole('button', { name: 'Match' }).click();
    await panel.getByText('Matched by a person.').waitFor();
    expect(await stateOf(trace)).toBe('matched');
    await panel.getByLabel('Reason').fill('Wrong line');
    await panel.getByRole('button', { name: 'Unmatch' }).click();
    await panel.getByRole('heading', { name: 'Remittances that may belong to it' }).waitFor();
    expect(await stateOf(trace)).not.toBe('matched');
  });
});
