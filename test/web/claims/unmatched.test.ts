import { describe, expect, test } from '@jest/globals';
import { claims, useBrowser } from '../browser/browser.ts';
import { postRemittance, sentClaim } from './remittance-file.ts';

const { signIn } = useBrowser();

/** A payment whose patient control number is that of the claim with two characters exchanged. */
async function misspelledPayment() {
  const claim = await sentClaim();
  const wrong = claim.number.replace(/(.)(.)$/, (_, last, end) =>
    last === end ? `${last}X` : `${end}${last}`,
  );
  await postRemittance({ number: wrong, lastName: claim.lastName });
  for await (const item of claims().unmatched.list({ kind: 'payment' }))
    if (item.patient_control_number === wrong) return { claim, wrong, itemId: item.id };
  throw new Error('The payment is not listed');
}

describe('an unmatched payment', () => {
  test('is attached to its claim by the facts that agree, and taken back', async () => {
    const { claim, wrong, itemId } = await misspelledPayment();
    const page = await signIn('Bianca', '/claims/unmatched');
    await page.getByText(wrong).first().click();
    await page.waitForURL((url) => url.pathname === `/claims/unmatched/${itemId}`);
    await page.getByRole('heading', { level: 1, name: new RegExp(wrong) }).waitFor();
    expect(await page.title()).not.toContain(wrong);
    const candidate = page.getByRole('listitem').filter({ hasText: claim.number }).first();
    await candidate.getByText(/similar patient control number/).waitFor();
    await candidate.getByRole('button', { name: 'Attach' }).click();
    const dialog = page.getByRole('dialog', { name: `Attach to ${claim.number}?` });
    await dialog.getByLabel('Note for colleagues').fill('Called the payer');
    await dialog.getByRole('button', { name: 'Attach' }).click();
    await page.getByText('Attached by a person').waitFor();
    expect(await claims().claims.get({ id: claim.id })).toMatchObject({ paid: 80 });
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Attach it to the claim it belongs to, or dismiss it.').waitFor();
    expect((await claims().claims.get({ id: claim.id })).paid ?? 0).toBe(0);
  });

  test('is dismissed with a reason and leaves the open list', async () => {
    const { wrong, itemId } = await misspelledPayment();
    const page = await signIn('Bianca', `/claims/unmatched/${itemId}`);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason', { exact: true }).selectOption('Not ours');
    await dialog.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Dismissed', { exact: true }).first().waitFor();
    expect(await claims().unmatched.get({ id: itemId })).toMatchObject({
      state: 'dismissed',
      decisions: [{ action: 'dismissed', reason: 'not_ours' }],
    });
    await page.goto('/claims/unmatched?state=dismissed');
    await page.getByText(wrong).first().waitFor();
  });
});
