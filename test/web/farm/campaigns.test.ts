import { describe, expect, test } from '@jest/globals';
import { commerce, stack, useBrowser } from '../browser/browser.ts';
import { newEmail, newName } from './sample-names.ts';

const { signIn } = useBrowser();

const content =
  '<h1>Strawberries</h1><script>document.title = "run"</script><p>For {{first_name|friend}}</p>';

/** A contact who consents to e-mail. */
async function consentingContact(name: string) {
  const contact = await commerce().contacts.create({ brand_id: stack.brandId, name, email: newEmail() });
  await commerce().contacts.recordConsent({
    id: contact.id,
    channel: 'email',
    status: 'granted',
    source: 'test',
  });
  return contact;
}

async function setPostalAddress(): Promise<void> {
  await commerce().messaging.updateSettings({
    brand_id: stack.brandId,
    postal_address: '1 Creek Road, Boulder',
    test_addresses: ['ana@meadow.example'],
  });
}

const newCampaign = (name: string, contactId: string) =>
  commerce().campaigns.create({
    brand_id: stack.brandId,
    name,
    subject: 'Hello {{first_name|friend}}',
    content,
    content_type: 'html',
    contact_ids: [contactId],
  });

describe('campaigns', () => {
  test('keeps a text that was written while another person saved, and the change of that person', async () => {
    const person = newName('Olive');
    const { id: contactId } = await consentingContact(person);
    const { id } = await newCampaign(newName('News'), contactId);
    const page = await signIn('Ana', `/campaigns/${id}`);
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Plums are in');
    await commerce().campaigns.update({ id, subject: 'Late plums' });
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Someone else has changed this meanwhile').waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('input[name=subject]')?.value === 'Late plums',
    );
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Someone else has changed this meanwhile').waitFor({ state: 'detached' });
    expect(await commerce().campaigns.get({ id })).toMatchObject({
      subject: 'Late plums',
      content: 'Plums are in',
    });
  });

  test('writes a campaign, shows it as the contact sees it, sends it, and shows the results', async () => {
    await setPostalAddress();
    const person = newName('Olive');
    await consentingContact(person);
    const name = newName('News');
    const page = await signIn('Ana', '/campaigns/new');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Subject').fill('Hello {{first_name|friend}}');
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill(content);
    await page.getByRole('radio', { name: 'HTML' }).check();
    await page.getByRole('searchbox', { name: 'Add a person' }).fill(person);
    await page.getByRole('button', { name: person }).click();
    await page.getByText('1 single person').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    const preview = page.getByRole('article', { name: 'As shown in the mailbox' });
    await preview.getByRole('heading', { name: 'Strawberries' }).waitFor();
    await preview.getByText('For Olive').waitFor();
    expect(await page.title()).not.toBe('run');
    await page.getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    await page.getByRole('heading', { name: 'Results' }).waitFor();
    const recipients = page.getByRole('grid', { name: 'Recipients of this campaign' });
    await recipients.getByText(person).waitFor();
  });

  test('schedules in the time zone of the brand, and returns to a draft', async () => {
    await setPostalAddress();
    const contact = await consentingContact(newName('Basil'));
    const { id } = await newCampaign(newName('Plums'), contact.id);
    const brand = await commerce().brands.get({ brand_id: stack.brandId });
    const day = `${new Date().getUTCFullYear() + 1}-07-14`;
    const page = await signIn('Ben', `/campaigns/${id}`);
    await page.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    await dialog.getByLabel('Time').fill(`${day}T09:30`);
    await dialog.getByText(`Time of the brand: ${brand.time_zone}`).waitFor();
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText(/^Scheduled for/).waitFor();
    const { scheduled_at = '' } = await commerce().campaigns.get({ id });
    const local = new Intl.DateTimeFormat('sv-SE', {
      timeZone: brand.time_zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    expect(local.format(new Date(scheduled_at))).toBe(`${day} 09:30`);
    await page.getByRole('button', { name: 'Back to draft' }).click();
    await page.getByText('The campaign is a draft again').waitFor();
    expect(await commerce().campaigns.get({ id })).toMatchObject({ status: 'draft' });
  });

  test('refuses a time in the past before it is sent', async () => {
    const contact = await consentingContact(newName('Fern'));
    const { id } = await newCampaign(newName('Past'), contact.id);
    const page = await signIn('Ana', `/campaigns/${id}`);
    await page.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule' });
    await dialog.getByLabel('Time').fill('2020-01-01T09:30');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByText('Choose a time in the future.').waitFor();
    expect(await commerce().campaigns.get({ id })).toMatchObject({ status: 'draft' });
  });

  test('sends a test to a test address and cancels the campaign after confirmation', async () => {
    await setPostalAddress();
    const contact = await consentingContact(newName('Sage'));
    const { id } = await newCampaign(newName('Test'), contact.id);
    const page = await signIn('Ana', `/campaigns/${id}`);
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText('Test sent').waitFor();
    await page.getByRole('button', { name: 'Cancel campaign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel campaign' }).click();
    await page.getByText('Campaign cancelled').waitFor();
    expect(await commerce().campaigns.get({ id })).toMatchObject({ status: 'cancelled' });
  });

  test('shows a viewer a campaign without actions', async () => {
    const contact = await consentingContact(newName('Thyme'));
    const name = newName('Seen');
    const { id } = await newCampaign(name, contact.id);
    const page = await signIn('Vera', `/campaigns/${id}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page
      .getByRole('region', { name: 'Audience' })
      .getByText('Viewers cannot change campaigns.')
      .waitFor();
    const send = page.getByRole('button', { name: 'Send now' });
    expect(await send.getAttribute('aria-disabled')).toBe('true');
  });

  test('looks up an address, suppresses it, and allows it again', async () => {
    const address = newEmail();
    const page = await signIn('Ana', '/campaigns/settings');
    await page.getByLabel('E-mail address or phone number').fill(address);
    await page.getByRole('button', { name: 'Look up' }).click();
    await page.getByText(`${address} is not suppressed.`).waitFor();
    await page.getByRole('button', { name: 'Suppress address' }).click();
    await page.getByText(`${address} is suppressed.`).waitFor();
    await page.getByRole('button', { name: 'Allow messages again' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow messages again' }).click();
    await page.getByText('Messages are allowed again').waitFor();
    const { data } = await commerce().contacts.listSuppressions({ brand_id: stack.brandId, email: address });
    expect(data).toEqual([]);
  });
});
