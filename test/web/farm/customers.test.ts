import { describe, expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { newEmail, newName } from './sample-names.ts';

const { signIn } = useBrowser();

describe('the customers page', () => {
  test('finds a contact by a part of the name and opens the history beside the list', async () => {
    const name = newName('Olive');
    const contact = await commerce().contacts.create({ brand_id: stack.brandId, name, tags: ['egg share'] });
    await commerce().contacts.createNote({ id: contact.id, text: 'Allergic to nuts' });
    const page = await signIn('Vera', '/customers');
    await page.getByRole('searchbox').fill(name.slice(2));
    await page.getByRole('gridcell', { name, exact: true }).click();
    const panel = page.getByRole('dialog', { name });
    await panel.getByText('Allergic to nuts').waitFor();
    await panel.getByRole('link', { name: 'Open customer' }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });

  test('finds a contact by e-mail address and by phone number', async () => {
    const email = newEmail();
    const digits = String(Math.random()).slice(2, 9);
    const name = newName('Basil');
    await commerce().contacts.create({ brand_id: stack.brandId, name, email, phone: `+1303${digits}` });
    const page = await signIn('Ana', '/customers');
    for (const search of [email.slice(0, -4), `+1303${digits}`]) {
      await page.getByRole('searchbox').fill(search);
      await page.getByRole('gridcell', { name, exact: true }).waitFor();
    }
  });

  test('shows the e-mail address of a contact without a name once, and the phone number beside it', async () => {
    const email = newEmail();
    const phone = `+1303${String(Math.random()).slice(2, 9)}`;
    await commerce().contacts.create({ brand_id: stack.brandId, email, phone });
    const page = await signIn('Ana', '/customers');
    await page.getByRole('searchbox').fill(email);
    const row = page.getByRole('row').filter({ hasText: email });
    await row.waitFor();
    await expect(row.getByText(email).count()).resolves.toBe(1);
    await expect(row.getByRole('gridcell').nth(1).textContent()).resolves.toBe(phone);
  });

  test('adds a contact', async () => {
    const email = newEmail();
    const page = await signIn('Ben', '/customers');
    await page.getByRole('button', { name: 'Add contact' }).click();
    const dialog = page.getByRole('dialog', { name: 'New contact' });
    await dialog.getByLabel('E-mail').fill(email);
    await dialog.getByLabel('Tags').fill('wholesale, market');
    await dialog.getByRole('button', { name: 'Add contact' }).click();
    await page.getByRole('heading', { level: 1, name: email }).waitFor();
    const { data } = await commerce().contacts.list({ brand_id: stack.brandId, email });
    expect(data).toMatchObject([{ tags: ['wholesale', 'market'] }]);
  });

  test('checks a CSV file, reports its bad row, and imports the good ones', async () => {
    const email = newEmail();
    const csv = `name,email,email_consent\nAda Reed,${email},granted\nBea,bea@,\n`;
    const page = await signIn('Ana', '/customers');
    await page.getByRole('button', { name: 'Import CSV' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import contacts' });
    await dialog.getByLabel('Source of consents in the file').fill('market 2026');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByRole('row', { name: /^3 email/ }).waitFor();
    await dialog.getByRole('button', { name: 'Import 1 row' }).click();
    await dialog.getByRole('status', { name: 'Imported' }).waitFor();
    const { data } = await commerce().contacts.list({ brand_id: stack.brandId, email });
    expect(data).toMatchObject([{ consents: { email: { status: 'granted', source: 'market 2026' } } }]);
  });
});
