import { randomInt } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { claims, countSteps, useBrowser } from '../browser/browser.ts';
import { prepareClaim } from './prepared-claims.ts';
import { postRemittance, sentClaim } from './remittance-file.ts';

const { signIn } = useBrowser();

describe('the worklist', () => {
  test('shows overdue claims without an assignee, assigns them, and takes them off', async () => {
    const { id, number } = await prepareClaim({});
    await claims().followUp.set({ id, follow_up_on: '2020-01-02' });
    const page = await signIn('Bianca', '/claims/worklist?whose=none&due=overdue');
    const row = page.getByRole('row', { name: number });
    await row.getByText('Overdue').waitFor();
    await row.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Follow up' }).click();
    await page.getByRole('dialog').getByLabel('Assignee').selectOption('You');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
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

describe('the denial desk', () => {
  test('gives denials to a colleague in four steps, closes them with a reason, and takes both back', async () => {
    // A repetition of the test finds none of the claims of the attempt before.
    const denial =
      ['150', '151', '152', '167', '170', '171', '184', '185', '204', '272'][randomInt(10)] ?? '';
    const denied = [await sentClaim(), await sentClaim()];
    for (const { number, lastName } of denied) await postRemittance({ number, lastName, denial });
    const [one = '', other = ''] = denied.map(({ number }) => number);
    const row = (name: string) => page.getByRole('row', { name });
    const changed = () => Promise.all(denied.map(({ id }) => claims().claims.get({ id })));
    const [{ id: first } = { id: '' }] = denied;
    await claims().followUp.set({ id: first, follow_up_on: '2030-01-02' });
    const colleague = await signIn('Max', '/claims/denials');
    await colleague.getByRole('heading', { level: 1 }).waitFor();
    const page = await signIn('Bianca', `/claims/denials?reason=CO-${denial}`);
    await row(other).getByText(`CO-${denial}: `).waitFor();
    await page.getByText('$250.00 at stake').waitFor();
    const steps = await countSteps(page);
    await page.getByRole('checkbox', { name: 'Select all rows' }).click();
    await page.getByRole('button', { name: 'Follow up' }).click();
    await page.getByRole('dialog').getByLabel('Assignee').selectOption('Max');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 claims changed').waitFor();
    expect(await steps()).toBeLessThanOrEqual(4);
    expect((await changed()).every(({ assignee }) => assignee !== undefined)).toBe(true);
    await row(one).getByText('Max').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row(one).getByText('Max').waitFor({ state: 'detached' });
    expect((await changed()).map(({ assignee, follow_up_on }) => [assignee, follow_up_on])).toEqual([
      [undefined, '2030-01-02'],
      [undefined, undefined],
    ]);

    await page.getByRole('checkbox', { name: 'Select all rows' }).click();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Not worth an appeal');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByRole('button', { name: 'Change 2 claims' }).click();
    await dialog.getByText('2 claims changed').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await page.getByText('Nothing was refused').waitFor();
    expect((await changed()).map(({ lane }) => lane)).toEqual(['dismissed', 'dismissed']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('$250.00 at stake').waitFor();
    expect((await changed()).map(({ lane }) => lane)).toEqual(['denied', 'denied']);
  });
});

describe('the claims board', () => {
  test('holds selected claims after a preview, and shows the result of each', async () => {
    const { id, number } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signIn('Bianca', '/claims?lane=ready');
    const row = page.getByRole('row', { name: number });
    await row.getByRole('checkbox').click();
    await page
      .getByRole('region', { name: 'Actions for the selection' })
      .getByRole('button', { name: 'Hold' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Hold: 1 claim' });
    await dialog.getByLabel('Reason').fill('Waits for the referral');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Ready → On hold').waitFor();
    expect((await claims().claims.get({ id })).lane).toBe('ready');
    await dialog.getByRole('button', { name: 'Change 1 claim' }).click();
    await dialog.getByText('1 claim changed').waitFor();
    await dialog.getByText('Done').waitFor();
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await row.waitFor({ state: 'detached' });
    expect(await claims().claims.get({ id })).toMatchObject({
      lane: 'held',
      lane_reason: 'Waits for the referral',
    });
  });

  test('corrects the faults of a draft beside the list, and goes on to the next with its fault in focus', async () => {
    for (let n = 0; n < 2; n++) await prepareClaim({});
    const drafts = [];
    for await (const { id } of claims().claims.list({ lane: 'draft' })) drafts.push(id);
    const [id = '', next = ''] = drafts;
    const page = await signIn('Bianca', `/claims?lane=draft&claim=${id}`);
    const diagnosis = page.getByRole('dialog').getByLabel('Principal diagnosis');
    const steps = await countSteps(page);
    await diagnosis.click();
    await page.keyboard.type('j06.9');
    await page.getByRole('button', { name: 'Save and next' }).click();
    await page.waitForURL((url) => url.searchParams.get('claim') === next);
    expect(await steps()).toBeLessThanOrEqual(3);
    expect((await claims().claims.get({ id })).lane).toBe('ready');
    await page.locator('.panel input:focus').waitFor();
    await diagnosis.fill('not a code');
    await page.getByRole('button', { name: /^Save/ }).click();
    await page
      .getByText(/Saved\. 1 error left|Check/)
      .first()
      .waitFor();
    expect((await claims().claims.get({ id: next })).lane).toBe('draft');
  });

  test('previews which claims a correction by rule skips', async () => {
    const { number } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signIn('Bianca', '/claims?lane=ready');
    await page.getByRole('row', { name: number }).getByRole('checkbox').click();
    await page
      .getByRole('region', { name: 'Actions for the selection' })
      .getByRole('button', { name: 'Correct' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Correct: 1 claim' });
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Enter at least one new value.').waitFor();
    await dialog.getByLabel('Place of service code').fill('11');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.getByText('Skipped: the claim has these values already').waitFor();
    await dialog.getByText('No claim would change.').waitFor();
  });

  test('shows an auditor the claims, and why they cannot be changed', async () => {
    const { number } = await prepareClaim({});
    const page = await signIn('Ada', '/claims?lane=draft');
    await page.getByRole('row', { name: number }).waitFor();
    const dismiss = page.getByRole('button', { name: 'Dismiss all' });
    expect(await dismiss.getAttribute('aria-disabled')).toBe('true');
    await page
      .getByText('Auditors read claims. A biller can change them.')
      .first()
      .waitFor({ state: 'attached' });
  });
});

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
    const steps = await countSteps(page);
    const candidate = page.getByRole('listitem').filter({ hasText: claim.number }).first();
    await candidate.getByText(/similar patient control number/).waitFor();
    await candidate.getByRole('button', { name: 'Attach' }).click();
    const dialog = page.getByRole('dialog', { name: `Attach to ${claim.number}?` });
    await dialog.getByLabel('Note for colleagues').fill('Called the payer');
    await dialog.getByRole('button', { name: 'Attach' }).click();
    await page.getByText('Attached by a person').first().waitFor();
    // Beside the drop of the file and the choice of the payment.
    expect(await steps()).toBeLessThanOrEqual(2);
    await page.getByRole('link', { name: claim.number }).waitFor();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    expect(await page.getByRole('heading', { name: 'Which claim is meant?' }).count()).toBe(0);
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
