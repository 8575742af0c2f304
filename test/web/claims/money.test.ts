import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { acknowledgmentFile, acknowledgmentOf, rejected } from '#test/fixtures/x12/acknowledgment.ts';
import { claims, openInApp, useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { commercial, prepareClaim } from './prepared-claims.ts';
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
    await panel.getByLabel(/^\$80\.00 · Plains Health/).check();
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

describe('a remittance', () => {
  test('proves its balance and explains each adjustment in words', async () => {
    const { id } = await postRemittance(await sentClaim());
    const page = await signIn('Bianca', `/claims/remittances/${id}`);
    await page.getByText('The remittance adds up to the cent.').waitFor();
    const proof = page.getByRole('figure', { name: 'What was charged, cut and paid' });
    expect(await proof.textContent()).toMatch(/\$125\.00.*\$45\.00.*\$80\.00.*Agrees/);
    await page
      .getByRole('table', { name: 'What was cut, and why' })
      .getByText(/^CO-45: .*(fee schedule|contract)/)
      .waitFor();
  });

  test('prints what each line was paid inside the margins of the paper', async () => {
    const { id } = await postRemittance({ ...(await sentClaim()), byLine: true });
    const page = await signIn('Bianca', `/claims/remittances/${id}`);
    await page.getByText('The remittance adds up to the cent.').waitFor();
    const { sheets, cut } = await print(page);
    expect(cut).toEqual([]);
    expect(sheets.join(' ')).toMatch(/CO-45: .*\$45\.00.*\$80\.00/);
  });

  test('saves the explanation of benefits as PDF under a name without patient data', async () => {
    const claim = await sentClaim();
    const { id } = await postRemittance(claim);
    const page = await signIn('Bianca', `/claims/remittances/${id}`);
    await page.getByRole('button', { name: 'Explanation of benefits' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Save as PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`eob-${id}.pdf`);
  });

  test('is posted by hand and taken back when its sum is wrong', async () => {
    const claim = await sentClaim();
    const { id } = await postRemittance({ ...claim, payment: 70 });
    const page = await signIn('Bianca', `/claims/remittances/${id}`);
    await page.getByText('The remittance does not add up. Its payments are not posted.').waitFor();
    await page.getByText('Differs by -$10.00').waitFor();
    await page.getByRole('button', { name: 'Post by hand' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason', { exact: true }).selectOption('Verified in the bank');
    await dialog.getByRole('button', { name: 'Post payments' }).click();
    await page.getByText('1 claim posted by hand').waitFor();
    expect(await claims().claims.get({ id: claim.id })).toMatchObject({ paid: 80 });
    await page.getByRole('button', { name: 'Take back postings' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back', exact: true }).click();
    await page.getByText('1 posting taken back').waitFor();
    expect((await claims().claims.get({ id: claim.id })).paid ?? 0).toBe(0);
  });
});

describe('the list of remittances', () => {
  test('opens a remittance, and shows an auditor why it cannot be posted', async () => {
    const { id, trace } = await postRemittance({ ...(await sentClaim()), payment: 70 });
    const page = await signIn('Ada', '/claims/remittances?payer=60054', {
      viewport: { width: 1800, height: 900 },
    });
    await page.getByRole('row').filter({ hasText: trace }).click();
    await page.waitForURL((url) => url.pathname === `/claims/remittances/${id}`);
    const post = page.getByRole('button', { name: 'Post by hand' });
    await post.waitFor();
    expect(await post.getAttribute('aria-disabled')).toBe('true');
    await page
      .getByText('Auditors read. A biller or an administrator can do this.')
      .first()
      .waitFor({ state: 'attached' });
  });
});

describe('days', () => {
  test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
    'of payment and service are the same in %s',
    async (timezoneId) => {
      const claim = await sentClaim();
      const { id, trace } = await postRemittance({ ...claim, byLine: true });
      const { remitted_at = '', service_from = '' } = await claims().claims.get({ id: claim.id });
      const [paid, served] = [remitted_at.slice(0, 10), service_from].map((day) =>
        new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day)),
      );
      const page = await signIn('Bianca', `/claims/claim/${claim.id}`, {
        timezoneId,
        viewport: { width: 1800, height: 900 },
      });
      await page.getByText(`Paid $80.00 on ${paid}.`).waitFor();
      const service = page.getByRole('table', { name: 'Service lines' });
      expect(await service.textContent()).toContain(`${served}`);
      await page
        .getByRole('table', { name: 'Payments and denials of the visit' })
        .getByText(`${paid}`)
        .waitFor();
      await openInApp(page, `/claims/remittances/${id}`);
      await page.getByText('The remittance adds up to the cent.').waitFor();
      await page.getByText(`${paid}`, { exact: true }).first().waitFor();
      for (const list of ['/claims/remittances?payer=60054', '/claims/money?tab=deposits&deposit=all']) {
        await openInApp(page, list);
        const row = page.getByRole('row').filter({ hasText: trace });
        await row.waitFor();
        expect(await row.textContent()).toContain(`${paid}`);
      }
    },
  );
});

describe('amounts', () => {
  test('of a payment show what was paid for claims and the provider adjustments apart', async () => {
    const { id, trace } = await postRemittance({ ...(await sentClaim()), payment: 70, withheld: 10 });
    const page = await signIn('Bianca', '/claims/remittances?payer=60054', {
      viewport: { width: 1800, height: 900 },
    });
    const row = page.getByRole('row').filter({ hasText: trace });
    await row.waitFor();
    expect(await row.textContent()).toMatch(/\$80\.00-\$10\.00\$70\.00/);
    await openInApp(page, `/claims/remittances/${id}`);
    await page.getByText('Payment of $70.00').waitFor();
    await page
      .getByText('$80.00 paid for claims of $125.00 charged, less $10.00 of provider adjustments')
      .waitFor();
  });

  test('that patients owe are the sum on a phone, not its first part', async () => {
    const claim = await sentClaim();
    await postRemittance({ ...claim, patient: 20 });
    const page = await signIn('Bianca', '/claims/money?tab=patients', {
      viewport: { width: 390, height: 844 },
    });
    const card = page.getByRole('row').filter({ hasText: claim.number });
    await card.waitFor();
    expect(await card.textContent()).toContain('Patient owes $20.00');
  });

  test('of lanes are named as charges', async () => {
    await postRemittance(await sentClaim());
    const page = await signIn('Bianca', '/claims');
    await page.getByText('Charges of paid claims').waitFor();
    expect(await page.getByRole('button', { name: /^Paid/ }).textContent()).toMatch(/\$[\d.,]+ charged/);
  });
});

describe('a 999', () => {
  test('shows the lane that a claim had afterwards, though it is in another one now', async () => {
    const { id, number } = await prepareClaim({ diagnosis: 'J069', payer: commercial });
    await claims().clearinghouse.submitClaims({ claim_ids: [id] });
    let claim = await claims().claims.get({ id });
    while (claim.payer_status_at === undefined) {
      await setTimeout(200);
      claim = await claims().claims.get({ id });
    }
    expect(claim.lane).not.toBe('submitted');
    const acceptance = claim.account?.answers.find(({ kind }) => kind === '999');
    const { claims: lines } = await claims().acknowledgments.getImplementationAcknowledgment({
      id: acceptance?.response_id ?? '',
    });
    const lane = lines.find(({ claim_id }) => claim_id === id)?.lane ?? '';
    const page = await signIn('Bianca', `/claims/acknowledgments?id=${acceptance?.response_id}`);
    const table = page.getByRole('table', { name: 'Claims' });
    await table.getByRole('columnheader', { name: 'Lane afterwards' }).waitFor();
    await table
      .getByRole('row')
      .filter({ hasText: number })
      .getByText(new RegExp(`^${lane}$`, 'i'))
      .waitFor();
  });
});

describe('a 277CA', () => {
  test('shows the elements of a line with its reasons', async () => {
    const [line] = rejected.serviceLines ?? [];
    const serviceLines = line && [{ ...line, revenueCode: '0300', serviceDateEnd: '2025-02-03' }];
    const content = acknowledgmentFile(acknowledgmentOf([{ ...rejected, serviceLines }])).toString();
    const { acknowledgments } = await claims().acknowledgments.parseClaimAcknowledgment({ content });
    const page = await signIn('Bianca', `/claims/acknowledgments?kind=claims&id=${acknowledgments[0]?.id}`);
    const item = page.getByRole('listitem').filter({ hasText: 'Line 1' });
    expect(await item.textContent()).toBe(
      'Line 1: 99213 25, revenue code 0300, Feb 1, 2025 – Feb 3, 2025, 1 unit, $125.00: A7:454: rejected for invalid information, procedure code',
    );
  });
});

describe('a claim that was sent', () => {
  test('is voided after a question, and the void is ready to submit', async () => {
    const { id } = await sentClaim();
    const page = await signIn('Bianca', `/claims/claim/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Void' }).click();
    const dialog = page.getByRole('dialog', { name: 'Void this claim?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect((await claims().claims.get({ id })).voided_by).toBeUndefined();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Void' }).click();
    await dialog.getByRole('button', { name: 'Void', exact: true }).click();
    await dialog.getByText('Enter a value').waitFor();
    await dialog.getByLabel('Payer claim number').fill('ICN20260001');
    await dialog.getByRole('button', { name: 'Void', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByText('Void (8)').first().waitFor();
    const voided = await claims().claims.get({ id });
    expect(new URL(page.url()).pathname).toBe(`/claims/claim/${voided.voided_by}`);
    expect((await claims().claims.get({ id: voided.voided_by ?? '' })).lane).toBe('ready');
  });

  test('and paid in part is billed to the next payer, whom the dialog asks for', async () => {
    const claim = await sentClaim();
    await postRemittance(claim);
    const page = await signIn('Bianca', `/claims/claim/${claim.id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Bill the next payer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Bill the next payer' });
    const create = dialog.getByRole('button', { name: 'Create claim' });
    await create.click();
    const caution = dialog.getByRole('checkbox', { name: 'I have read this and continue' });
    await caution.waitFor();
    expect(await create.getAttribute('aria-disabled')).toBe('true');
    await caution.check();
    await create.click();
    await dialog.getByText('The claim names no other coverage. Enter subscriber and payer.').waitFor();
    await dialog.getByLabel('Payer name').fill('COLORADO MEDICAL ASSISTANCE PROGRAM');
    await dialog.getByLabel('Payer id').fill('CO_TXIX');
    await dialog.getByLabel('Member id').fill('S123456789');
    await dialog.getByLabel('Claim filing code').fill('MC');
    await create.click();
    await page.waitForURL((url) => !url.pathname.endsWith(claim.id));
    const { secondary_claim_id = '' } = await claims().claims.get({ id: claim.id });
    expect(new URL(page.url()).pathname).toBe(`/claims/claim/${secondary_claim_id}`);
    expect((await claims().claims.get({ id: secondary_claim_id })).lane).toBe('review');
  });
});

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
