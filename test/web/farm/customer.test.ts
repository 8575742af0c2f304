import { describe, expect, test } from '@jest/globals';
import { isApiError } from '#clients/typescript/src/index.ts';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { newEmail, newName } from './sample-names.ts';

const { signIn } = useBrowser();

const newContact = (name: string, email = newEmail()) =>
  commerce().contacts.create({ brand_id: stack.brandId, name, email });

describe('the page of a customer', () => {
  test('saves details and a note', async () => {
    const { id } = await newContact(newName('Olive'));
    const page = await signIn('Ana', `/customers/${id}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('City').fill('Lyons');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Customer saved').waitFor();
    await page.getByLabel('Note', { exact: true }).fill('Allergic to <b>nuts</b>');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByRole('list', { name: 'History' }).getByText('Allergic to <b>nuts</b>').waitFor();
    expect(await commerce().contacts.get({ id })).toMatchObject({ city: 'Lyons' });
  });

  test('records a consent with its source and its withdrawal', async () => {
    const { id } = await newContact(newName('Basil'));
    const page = await signIn('Ben', `/customers/${id}`);
    const email = page.getByRole('region', { name: 'E-mail' });
    await email.getByRole('button', { name: /^Record consent/ }).click();
    await page.getByRole('dialog').getByLabel('Source').fill('farm stand form');
    await page.getByRole('dialog').getByRole('button', { name: 'Record consent' }).click();
    await email.getByText('farm stand form').waitFor();
    expect(await commerce().contacts.get({ id })).toMatchObject({
      consents: { email: { status: 'granted', source: 'farm stand form' } },
    });
    await email.getByRole('button', { name: /^Record withdrawal/ }).click();
    await page.getByRole('dialog').getByLabel('Source').fill('phone call');
    await page.getByRole('dialog').getByRole('button', { name: 'Record withdrawal' }).click();
    await email.getByText('Withdrawn').waitFor();
  });

  test('merges a duplicate after it was found by name', async () => {
    const kept = await newContact(newName('Fern'));
    const duplicate = await newContact(newName('Fern'));
    const page = await signIn('Ana', `/customers/${kept.id}`);
    await page.getByRole('button', { name: 'Merge a duplicate' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill(duplicate.name ?? '');
    await dialog.getByRole('button', { name: `Merge ${duplicate.name}` }).click();
    await page.getByText('Duplicate merged').waitFor();
    expect(await commerce().contacts.get({ id: duplicate.id })).toMatchObject({ id: kept.id });
  });

  test('exports the personal data as a file', async () => {
    const email = newEmail();
    const { id } = await newContact(newName('Sage'), email);
    const page = await signIn('Ana', `/customers/${id}`);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export personal data' }).click();
    const file = await (await download).createReadStream();
    expect(Buffer.concat(await file.toArray()).toString()).toContain(email);
  });

  test('erases a person only after confirmation', async () => {
    const { id } = await newContact(newName('Thyme'));
    const page = await signIn('Ana', `/customers/${id}`);
    await page.getByRole('button', { name: 'Erase person' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await commerce().contacts.get({ id })).toMatchObject({ id });
    await page.getByRole('button', { name: 'Erase person' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase', exact: true }).click();
    await page.getByText(/^Person erased/).waitFor();
    const failure = await commerce()
      .contacts.get({ id })
      .catch((error: unknown) => error);
    expect(isApiError(failure, 'not_found')).toBe(true);
  });
});
