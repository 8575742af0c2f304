import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterEach, describe, expect, test } from '@jest/globals';
import { configurationKey } from '#claims/configuration/configuration.ts';
import { claims, stack, useBrowser } from '../browser/browser.ts';

const { signIn } = useBrowser();

let restore: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  await restore?.();
  restore = undefined;
});

/** Changes the payer configuration file in the bucket. */
async function changeFile(change: (text: string) => string): Promise<void> {
  const s3 = new S3Client({
    endpoint: stack.endpoints.s3,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    forcePathStyle: true,
  });
  const place = { Bucket: stack.buckets['x12'] ?? '', Key: configurationKey };
  const text = (await (await s3.send(new GetObjectCommand(place))).Body?.transformToString()) ?? '';
  restore = () => s3.send(new PutObjectCommand({ ...place, Body: text }));
  await s3.send(new PutObjectCommand({ ...place, Body: change(text) }));
}

describe('the configuration', () => {
  test('shows what a reload would change before anything changes', async () => {
    await changeFile((text) => text.replace('name: Plains Health', 'name: Plains Health Plan'));
    const page = await signIn('Max', '/claims/configuration');
    await page.getByRole('button', { name: 'Compare with the file' }).click();
    const row = page.getByRole('row', { name: /Payer 60054/ });
    await row.getByText('changed').waitFor();
    await row.getByText('name', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Activate the file' }).waitFor();
    expect((await claims().configuration.getPayer({ id: '60054' })).name).toBe('Plains Health');
  });

  test('shows the faults of an invalid file', async () => {
    await changeFile((text) => text.replace('overdue_after_hours: 48', 'overdue_after_hours: soon'));
    const page = await signIn('Max', '/claims/configuration');
    await page.getByRole('button', { name: 'Compare with the file' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The file is invalid, so nothing changes' });
    await alert
      .getByText(/overdue_after_hours/)
      .first()
      .waitFor();
  });

  test('creates an API key, shows its secret once, and revokes it', async () => {
    const page = await signIn('Max', '/claims/configuration?tab=keys');
    const name = `Clearing job ${Date.now()}`;
    await page.getByRole('button', { name: 'Create a key' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a key' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Create a key' }).click();
    await dialog.getByText('Copy the secret now').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const row = page.getByRole('row', { name: new RegExp(name) });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText(/^Revoked /).waitFor();
  });

  test('shows a biller the payers, and why the file cannot be compared', async () => {
    const page = await signIn('Bianca', '/claims/configuration');
    await page.getByRole('heading', { name: 'Plains Health' }).waitFor();
    const compare = page.getByRole('button', { name: 'Compare with the file' });
    expect(await compare.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('Only an administrator can do this.').first().waitFor({ state: 'attached' });
  });
});
