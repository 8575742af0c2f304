import { describe, expect, test } from '@jest/globals';
import { claims, useBrowser } from '../browser/browser.ts';
import { postRemittance, sentClaim } from './remittance-file.ts';

const { signIn } = useBrowser();

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
    await dialog.getByText('Enter the number; the payer finds the claim by it.').waitFor();
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
