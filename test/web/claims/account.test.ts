import { AxeBuilder } from '@axe-core/playwright';
import { describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { claims, settled, useBrowser } from '../browser/browser.ts';
import { postRemittance, sentClaim } from './remittance-file.ts';

const { signIn } = useBrowser();

/** A claim that was paid, and its correction, with whose payment the payer takes back the first one. */
async function correctedVisit() {
  const claim = await sentClaim();
  const first = await postRemittance({ ...claim, patient: 20 });
  const correction = await claims().claims.edit({ id: claim.id, content: { place_of_service: '22' } });
  await claims().clearinghouse.submitClaims({ claim_ids: [correction.id] });
  const second = await postRemittance({ ...claim, patient: 10, takesBack: first.payerNumber });
  const { account } = await claims().claims.get({ id: correction.id });
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(account?.adjudications[0]?.paid_on ?? ''),
  );
  return { original: claim.id, correction: correction.id, first, second, day };
}

const accountOf = (page: Page): Locator =>
  page.getByRole('table', { name: 'Payments and denials of the visit' });

const cellsOf = async (page: Page): Promise<readonly (readonly string[])[]> =>
  await Promise.all(
    (await accountOf(page).getByRole('row').all()).map((row) => row.locator('th, td').allTextContents()),
  );

async function violationsOf(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join()}`);
}

describe('the account of a visit', () => {
  test('shows each payment with payer, number, day, amounts, status and claim, and their sum', async () => {
    const { correction, first, second, day } = await correctedVisit();
    const page = await signIn('Bianca', `/claims/claim/${correction}`, {
      timezoneId: 'America/Los_Angeles',
      viewport: { width: 360, height: 740 },
    });
    await page.getByText(`Paid $100.00 on ${day}.`).waitFor();
    await settled(page);
    const agreed = 'charge above the fee schedule or contract';
    const payment = (number: string) => `${day}Plains Health${number}`;
    expect(await cellsOf(page)).toEqual([
      ['Payment', 'Paid', 'Status', 'Adjusted', 'Left to patient', 'Charged', 'Settles'],
      [
        ...[payment(first.payerNumber), '$80.00', 'reversed'],
        ...[`CO-45 $25.00${agreed}PR-2 $20.00coinsurance`, '$20.00', '$125.00'],
        'Original claim (1)Move',
      ],
      [
        ...[payment(second.payerNumber), '$100.00', 'counts'],
        ...[`CO-45 $15.00${agreed}PR-2 $10.00coinsurance`, '$10.00', '$125.00'],
        'This claimMove',
      ],
      [
        ...[payment(first.payerNumber), '-$80.00', 'reversal', `CO-45 -$45.00${agreed}`, '$0.00', '-$125.00'],
        'Original claim (1)',
      ],
      [
        ...['Sum of the visit', '$100.00', ''],
        'CO $15.00contractual obligationPR $10.00patient responsibilityAt risk $0.00',
        ...['$10.00', '$125.00', ''],
      ],
    ]);
    expect(await violationsOf(page)).toEqual([]);
  });

  test('moves a payment by keyboard, and moves nothing when the claim changed meanwhile', async () => {
    const { original, correction, day } = await correctedVisit();
    const page = await signIn('Bianca', `/claims/claim/${correction}`);
    await page.getByRole('button', { name: `Move the payment of $100.00 on ${day}` }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Which claim does this payment settle?' });
    const option = dialog.getByLabel('Settles').getByRole('option');
    expect(await option.allTextContents()).toEqual(['Original claim (1) · Replaced · $125.00 charged']);
    expect(await violationsOf(page)).toEqual([]);
    await claims().followUp.set({ id: correction, follow_up_on: '2099-01-01' });
    const move = dialog.getByRole('button', { name: 'Move', exact: true });
    await move.press('Enter');
    await dialog.getByRole('alert').getByText('The claim has changed meanwhile').waitFor();
    expect(await claims().claims.get({ id: correction })).toMatchObject({ lane: 'paid', paid: 100 });
    await settled(page);
    await move.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^Sent to Plains Health/).waitFor();
    const [, , moved = []] = await cellsOf(page);
    expect(moved.at(-1)).toBe('Original claim (1)Move');
    expect(await claims().claims.get({ id: original })).toMatchObject({ lane: 'paid', paid: 100 });
  });
});
