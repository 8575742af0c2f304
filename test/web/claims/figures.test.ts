import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { commercial, prepareClaim } from './prepared-claims.ts';
import { postRemittance, sentClaim } from './remittance-file.ts';

const { signIn } = useBrowser();

describe('the figures', () => {
  test('show age, reasons in words and rates of one payer', async () => {
    await prepareClaim({ payer: commercial });
    await postRemittance(await sentClaim());
    const page = await signIn('Bianca', '/claims/figures?payer=60054');
    const aging = page.getByRole('table', { name: 'Age of claims by lane' });
    await aging.getByRole('rowheader', { name: 'Draft' }).waitFor();
    const clean = page.getByRole('table', { name: 'Clean claims by payer' });
    expect(await clean.getByRole('row', { name: /^Plains Health/ }).textContent()).toMatch(/\d+(\.\d)?%/);
    expect(await page.getByRole('table', { name: 'Days to first payment' }).textContent()).toContain('days');
  });

  test('are printed inside the margins of the paper, with active filters as text', async () => {
    await postRemittance(await sentClaim());
    const page = await signIn('Bianca', '/claims/figures?payer=60054');
    await page.getByRole('table', { name: 'Days to first payment' }).waitFor();
    const { sheets, cut } = await print(page);
    expect(cut).toEqual([]);
    expect(sheets.join(' ')).toContain('payers pay? Payer Clean claims');
    expect(sheets.join(' ')).not.toMatch(/Billing NPI|mm\/dd\/yyyy/);
  });

  test('are saved as CSV', async () => {
    await prepareClaim({ payer: commercial });
    const page = await signIn('Ada', '/claims/figures?payer=60054');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('region', { name: 'Age of claims by lane' })
        .first()
        .getByRole('button', { name: 'CSV' })
        .click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^lane,payer_id,/);
  });
});
