import { describe, expect, test } from '@jest/globals';
import { isApiError } from '#clients/typescript/src/index.ts';
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

  test('shows why an address gets no messages, and who can end it', async () => {
    const { id, email = '' } = await newContact(newName('Dill'));
    await commerce().contacts.createSuppression({
      brand_id: stack.brandId,
      email,
      reason: 'customer_request',
    });
    const page = await signIn('Ana', `/customers/${id}`);
    const consent = page.getByRole('region', { name: 'E-mail' });
    await consent.getByText('Gets no messages: At the wish of the customer').waitFor();
    await consent.getByText(/^Only its owner can end this/).waitFor();
    await consent.getByRole('button', { name: 'Ask by message' }).waitFor();
    await consent.getByRole('button', { name: /^Record consent/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Source').fill('phone call');
    await dialog.getByRole('button', { name: 'Record consent' }).click();
    await dialog.getByText('This address gets no messages', { exact: true }).waitFor();
    expect((await commerce().contacts.get({ id })).consents.email?.status).toBe('withdrawn');
  });

  test('says that several people use an address, and that one does', async () => {
    const { id } = await newContact(newName('Olive'));
    const page = await signIn('Ben', `/customers/${id}`);
    const email = page.getByRole('region', { name: 'E-mail' });
    const stored = () => commerce().contacts.getAddress({ id, channel: 'email' });
    await email.getByRole('button', { name: /^Several people use it/ }).click();
    await email.getByText('its orders belong to no customer').waitFor();
    expect(await stored()).toMatchObject({ shared: true });
    await email.getByRole('button', { name: /^One person uses it/ }).click();
    await email.getByRole('button', { name: /^Several people use it/ }).waitFor();
    expect(await stored()).toMatchObject({ shared: false });
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

describe('the segments page', () => {
  test('counts people while a filter is written, saves it, and lists its people', async () => {
    const tag = newName('share');
    const name = newName('Egg share');
    const person = newName('Olive');
    await commerce().contacts.create({
      brand_id: stack.brandId,
      name: person,
      email: newEmail(),
      tags: [tag],
    });
    const page = await signIn('Ana', '/segments');
    await page.getByRole('button', { name: 'New segment' }).click();
    const panel = page.getByRole('dialog', { name: 'New segment' });
    await panel.getByLabel('Name', { exact: true }).fill(name);
    await panel.getByLabel('Condition 1').selectOption('Tag');
    await panel.getByRole('paragraph').filter({ hasText: 'Complete each condition' }).waitFor();
    await panel.getByLabel('Value').fill(tag);
    await panel.getByText('1 person: 0 reachable by e-mail, 0 by SMS').waitFor();
    await panel.getByRole('button', { name: 'Save segment' }).click();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByText(`tag "${tag}"`).click();
    await page.getByRole('dialog', { name }).getByRole('link', { name: 'Show people' }).click();
    await page.getByRole('gridcell', { name: person, exact: true }).waitFor();
  });

  test('negates a condition and joins several by any', async () => {
    const name = newName('Not wholesale');
    const page = await signIn('Ben', '/segments?new=yes');
    const panel = page.getByRole('dialog', { name: 'New segment' });
    await panel.getByLabel('Name', { exact: true }).fill(name);
    await panel.getByLabel('Condition 1').selectOption('Tag');
    await panel.getByLabel('Value').fill('wholesale');
    await panel.getByRole('checkbox', { name: 'Not' }).check();
    await panel.getByRole('button', { name: 'Add condition' }).click();
    await panel.getByRole('radio', { name: 'any condition' }).check();
    await panel.getByRole('button', { name: 'Save segment' }).click();
    await page.getByText('Segment saved').waitFor();
    const { data } = await commerce().segments.list({ brand_id: stack.brandId, limit: 200 });
    expect(data.find((segment) => segment.name === name)?.filter).toEqual({
      match: 'any',
      filters: [
        { match: 'not', filter: { match: 'tag', equals: 'wholesale' } },
        { match: 'order_count', at_least: 1 },
      ],
    });
  });

  test('deletes a segment after confirmation', async () => {
    const name = newName('Old');
    const { id } = await commerce().segments.create({
      brand_id: stack.brandId,
      name,
      filter: { match: 'tag', equals: 'old' },
    });
    const page = await signIn('Ana', `/segments?open=${id}`);
    await page.getByRole('dialog', { name }).getByRole('button', { name: 'Delete segment' }).click();
    await page
      .getByRole('dialog', { name: `Delete ${name}?` })
      .getByRole('button', { name: 'Delete segment' })
      .click();
    await page.getByText('Segment deleted').waitFor();
    const { data } = await commerce().segments.list({ brand_id: stack.brandId, limit: 200 });
    expect(data.some((segment) => segment.id === id)).toBe(false);
  });
});
