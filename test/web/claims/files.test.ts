import { describe, expect, test } from '@jest/globals';
import { claims, useBrowser } from '../browser/browser.ts';
import { claimFile, dropFile } from './claim-file.ts';
import { commercial, newNumber, prepareClaim } from './prepared-claims.ts';
import { postRemittance } from './remittance-file.ts';

const { signIn } = useBrowser();

describe('a claim file', () => {
  test('goes from the drop through lane ready and the submission to the payment', async () => {
    const number = newNumber('PA');
    const page = await signIn('Bianca', '/claims');
    await page.getByRole('button', { name: 'Show dismissed claims' }).waitFor();
    await dropFile(page, `${number}.x12`, claimFile([{ number, lastName: 'FERN' }]));
    const uploads = page.getByRole('region', { name: 'Uploads' });
    await uploads.getByText('Applied').waitFor();
    expect(await uploads.getByText('1 claim', { exact: true }).count()).toBe(1);

    await page.getByRole('button', { name: /^Ready/ }).click();
    await page.getByRole('grid', { name: 'Claims in lane Ready' }).getByText(number).click();
    await page.getByRole('dialog', { name: number }).getByRole('link', { name: 'Open claim' }).click();
    await page.getByText(/^Ready to submit to Health First Colorado/).waitFor();
    await page.getByRole('button', { name: 'Submit claim' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Submit claim' }).click();

    await page.getByText(/^Paid \$125\.00 on /).waitFor();
    const timeline = page.getByRole('list', { name: 'Timeline' });
    for (const event of ['Received', 'Submitted', 'File accepted by a 999', 'Accepted by the payer', 'Paid'])
      await timeline.getByText(event, { exact: true }).first().waitFor();
  });

  test('shows its faults with the segment, and what was stored and acknowledged', async () => {
    const number = newNumber('PA');
    const page = await signIn('Bianca', '/claims/files');
    await page.getByRole('button', { name: 'Choose files' }).first().waitFor();
    await dropFile(page, `${number}.x12`, claimFile([{ number, lastName: 'ELM', diagnosis: 'ZZZ999' }]));
    const upload = page.getByRole('list', { name: 'Uploads' });
    await upload.getByText('Applied').waitFor();
    await upload.getByRole('link', { name: `${number}.x12` }).click();
    await page.getByText('The complete file was applied.').waitFor();
    await page.getByText(/Second character of an ICD-10-CM code/).waitFor();
    await page
      .getByText(/form AAA999/)
      .first()
      .waitFor();
    expect(await page.locator('mark').allInnerTexts()).not.toContain('AAA999');
    await page.getByText(new RegExp(`${number}_\\d+_277CA\\.x12`)).waitFor();
    await page.getByRole('grid', { name: 'Claims of this file' }).getByText('Draft').waitFor();
  });

  test('that is no X12 is quarantined, and its page says why', async () => {
    const name = `${newNumber('NO')}.txt`;
    const page = await signIn('Bianca', '/claims/files');
    await page.getByRole('button', { name: 'Choose files' }).first().waitFor();
    await dropFile(page, name, Buffer.from(`a letter ${name}`));
    await page.getByRole('list', { name: 'Uploads' }).getByText('Quarantined').waitFor();
    await page.getByRole('list', { name: 'Uploads' }).getByRole('link', { name }).click();
    await page.getByText('Nothing was applied. The file is in quarantine, unchanged.').waitFor();
    await page.getByText('not_x12').waitFor();
  });

  test('is refused on the device when it is empty, and from an auditor', async () => {
    const page = await signIn('Ada', '/claims/files');
    await page.getByRole('button', { name: 'Choose files' }).first().waitFor();
    await dropFile(page, 'auditor.x12', Buffer.from('ISA'));
    await page.getByRole('status').getByText('Auditors read files. A biller can add them.').waitFor();
    const biller = await signIn('Bianca', '/claims/files');
    await biller.getByRole('button', { name: 'Choose files' }).first().waitFor();
    await dropFile(biller, 'empty.x12', new Uint8Array());
    await biller.getByText('Not uploaded. The file is empty. Nothing was sent.').waitFor();
  });
});

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
    await panel.getByText(/^The receiver has the file\./).waitFor();
    const laneNow = (lane: string) =>
      panel.getByRole('row', { name: ready.number }).getByText(lane).waitFor();
    await laneNow('Submitted');
    await postRemittance(ready);
    await page.reload();
    await laneNow('Paid');
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
