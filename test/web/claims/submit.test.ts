import { describe, expect, test } from '@jest/globals';
import { claims, useBrowser } from '../browser/browser.ts';
import { commercial, prepareClaim } from './prepared-claims.ts';

const { signIn } = useBrowser();

describe('submitting claims', () => {
  test('previews what goes out and what blocks, then sends it', async () => {
    const ready = await prepareClaim({ prefix: 'SI', diagnosis: 'J069', payer: commercial });
    const draft = await prepareClaim({ payer: commercial });
    const page = await signIn('Bianca', '/claims/submit');
    const payer = page.getByRole('region', { name: 'Plains Health' });
    await payer.getByRole('button', { name: 'Show the claims' }).click();
    await payer.getByRole('link', { name: ready.number }).waitFor();
    await payer.getByRole('button', { name: 'Show why' }).click();
    const blocked = payer.getByRole('listitem').filter({ hasText: draft.number });
    expect(await blocked.textContent()).toMatch(/V\d{3}: /);
    await payer.getByRole('button', { name: 'Submit', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Submit \d+ claims?$/ })
      .click();
    await page.getByText(/^\d+ claims? sent to Plains Health$/).waitFor();
    const { submission_id = '' } = await claims().claims.get({ id: ready.id });
    expect((await claims().claims.get({ id: draft.id })).lane).toBe('draft');
    await page.goto(`/claims/submissions?id=${submission_id}`);
    const panel = page.getByRole('dialog');
    await panel.getByText('The receiver has the file, and each claim is in lane Submitted.').waitFor();
    await panel.getByRole('link', { name: ready.number }).waitFor();
  });

  test('tests the connection for an administrator', async () => {
    const page = await signIn('Max', '/claims/submit');
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('No connection is configured. Files are copied to the staging folder.').waitFor();
  });

  test('shows an auditor the preview, and why nothing can be sent', async () => {
    await prepareClaim({ payer: commercial });
    const page = await signIn('Ada', '/claims/submit');
    const submit = page.getByRole('button', { name: /^Submit \d+ claims?$/ });
    await submit.waitFor();
    expect(await submit.getAttribute('aria-disabled')).toBe('true');
  });
});
