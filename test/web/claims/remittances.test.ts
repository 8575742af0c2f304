import { describe, expect, test } from '@jest/globals';
import { claims, useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { postRemittance, sentClaim } from './remittance-file.ts';

const { signIn } = useBrowser();

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
