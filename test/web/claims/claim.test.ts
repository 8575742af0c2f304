import { describe, expect, test } from '@jest/globals';
import { claims, useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { prepareClaim } from './prepared-claims.ts';

const { signIn } = useBrowser();

describe('a claim', () => {
  test('is corrected in a form that marks its faults, and keeps the version before', async () => {
    const { id } = await prepareClaim({ diagnosis: 'ZZZ999' });
    const page = await signIn('Bianca', `/claims/claim/${id}`);
    await page.getByText('Not sent: 1 error to correct.').waitFor();
    await page.getByRole('button', { name: 'Correct the claim' }).click();
    const diagnosis = page.getByLabel('Principal diagnosis');
    expect(await diagnosis.getAttribute('aria-invalid')).toBe('true');
    await diagnosis.fill('J069');
    await page.getByText('1 change', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/^Ready to submit to /).waitFor();
    await page.getByRole('button', { name: 'Show differences' }).click();
    const differences = page.getByRole('table', { name: 'Versions' });
    await differences.getByText('ZZZ999').waitFor();
    await differences.getByText('J069').waitFor();
  });

  test('shows faults that the service finds at their fields, and keeps the input', async () => {
    const { id } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signIn('Bianca', `/claims/claim/${id}?mode=edit`);
    const field = page.getByLabel('Patient control number');
    await field.fill('X'.repeat(60));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.inputValue()).toBe('X'.repeat(60));
    expect((await claims().claims.get({ id })).version).toBe(1);
  });

  test('closes the question about discarding changes when they are saved meanwhile', async () => {
    const { id } = await prepareClaim({ diagnosis: 'J069' });
    const page = await signIn('Bianca', `/claims/claim/${id}?mode=edit`);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => pathname.includes(id),
      async (route) => {
        if (route.request().method() !== 'GET') await promise;
        await route.continue();
      },
    );
    await page.getByLabel('Principal diagnosis').fill('J029');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Back to the claim' }).click();
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.waitFor();
    resolve();
    await page.getByText(/^Ready to submit to /).waitFor();
    await question.waitFor({ state: 'detached' });
    expect((await claims().claims.get({ id })).version).toBe(2);
  });

  test('takes notes as text, an assignee and a follow-up day', async () => {
    const { id } = await prepareClaim({});
    const page = await signIn('Bianca', `/claims/claim/${id}`);
    const note = '<img src=x onerror=alert(1)> called the payer';
    await page.getByLabel('New note').fill(note);
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText(note).waitFor();
    await page.getByRole('button', { name: 'Assign to me' }).click();
    await page.getByRole('button', { name: 'Remove assignee' }).waitFor();
    await page.getByLabel('Look again on').fill('2031-02-03');
    await page.getByRole('button', { name: 'Remove the day' }).waitFor();
    await page.reload();
    await page.getByText(note).waitFor();
    expect(await page.getByLabel('Look again on').inputValue()).toBe('2031-02-03');
  });

  test('is printed without its empty fields', async () => {
    const { id, number } = await prepareClaim({});
    const page = await signIn('Bianca', `/claims/claim/${id}`);
    await page.getByLabel('New note').waitFor();
    const { sheets, cut } = await print(page);
    expect(cut).toEqual([]);
    expect(sheets.join(' ')).toContain(number);
    expect(sheets.join(' ')).not.toMatch(/Look again on|New note|mm\/dd\/yyyy/);
  });

  test('that is a duplicate is released by a person', async () => {
    const { number } = await prepareClaim({ diagnosis: 'J069' });
    const [first] = (await claims().claims.list({ patient_control_number: number })).data;
    const copy = await claims().claims.get({ id: first?.id ?? '' });
    const { transaction, ...content } = copy.content;
    expect(transaction).toBeDefined();
    const { id } = await claims().claims.create(content as never);
    const page = await signIn('Bianca', `/claims/claim/${id}`);
    await page.getByText('Not sent: it may be a duplicate. Decide.').waitFor();
    await page.getByText('Another claim has the same patient control number.').waitFor();
    await page.getByRole('button', { name: 'Release', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click();
    await page.getByText(/^Ready to submit to /).waitFor();
  });

  test('does not exist under an unknown id', async () => {
    const page = await signIn('Bianca', '/claims/claim/00000000-0000-4000-8000-000000000000');
    await page.getByText('This claim does not exist').waitFor();
  });
});
