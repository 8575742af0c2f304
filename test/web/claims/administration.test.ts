import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { configurationKey } from '#claims/configuration/configuration.ts';
import { entryKey } from '#store/audit/audit-keys.ts';
import { claims, stack, useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { prepareClaim } from './prepared-claims.ts';

const { signIn } = useBrowser();

describe('alert rules', () => {
  test('are created, tested, paused and deleted', async () => {
    const name = `Rejections ${Date.now()}`;
    const page = await signIn('Max', '/claims/alerts');
    await page.getByRole('button', { name: 'Create a rule' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create a rule' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: /^From this number on/ }).fill('3');
    await dialog.getByLabel('E-mail addresses').fill('billing.lead@example.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('table', { name: 'Rules' }).getByRole('row', { name: new RegExp(name) });
    await row.getByText('Claims are rejected or denied, in the last 24 hours, from 3 on').waitFor();
    await chooseAction('Send a test');
    await page.getByText(`${name} (Test)`).first().waitFor();
    await chooseAction('Pause');
    await row.getByText('Paused').waitFor();
    await chooseAction('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    const { data } = await claims('admin').alerts.listRules({ limit: 200 });
    expect(data.map((rule) => rule.name)).not.toContain(name);

    async function chooseAction(action: string) {
      await row.getByRole('button', { name: `Actions: ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    }
  });
});

describe('the configuration', () => {
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

describe('retention', () => {
  afterEach(() => claims('admin').retention.set({ retention_days: null }));

  test('sets a period and previews a purge without removing anything', async () => {
    const page = await signIn('Max', '/claims/retention');
    await page.getByRole('button', { name: 'Change the period' }).click();
    const dialog = page.getByRole('dialog', { name: 'Retention period' });
    await dialog.getByLabel('Keep').selectOption('for a number of days');
    await dialog.getByRole('button', { name: 'Save the period' }).click();
    await page.getByText('Kept for 2,192 days after the last change').waitFor();
    await page.getByRole('button', { name: 'Preview a purge' }).click();
    await page.getByText('A purge would remove nothing.').waitFor();
    expect((await claims('admin').retention.listPurges({ limit: 1 })).data[0]).toMatchObject({
      dry_run: true,
    });
  });

  test('holds records back with a reason, and ends the hold', async () => {
    const reason = `Inquiry ${Date.now()}`;
    const page = await signIn('Max', '/claims/retention');
    await page.getByRole('button', { name: 'Create a hold' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a legal hold' });
    await dialog.getByLabel('Member ids').fill('E000001, E000002');
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: 'Create a hold' }).click();
    const line = page.getByRole('row').filter({ hasText: reason });
    await line.getByText('2 members').waitFor();
    await line.getByRole('button', { name: 'End the hold' }).click();
    const end = page.getByRole('dialog', { name: 'End this legal hold?' });
    await end.getByLabel('Reason').fill('Inquiry closed');
    await end.getByRole('button', { name: 'End the hold' }).click();
    await line.getByText(/^Ended /).waitFor();
  });

  test('holds a claim from its page, and ends the hold there', async () => {
    const { id } = await prepareClaim({});
    const holdOf = async () => {
      for await (const hold of claims('admin').retention.listLegalHolds())
        if (hold.claim_ids.includes(id)) return hold;
      return undefined;
    };
    const page = await signIn('Max', `/claims/claim/${id}`);
    const choose = async (action: string) => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Place a legal hold');
    const place = page.getByRole('dialog', { name: 'Create a legal hold' });
    await place.getByLabel('Reason').fill('Subpoena of March');
    await place.getByRole('button', { name: 'Create a hold' }).click();
    await page.getByText('Subpoena of March').waitFor();
    expect(await holdOf()).toMatchObject({ claim_ids: [id], reason: 'Subpoena of March' });
    await choose('End the legal hold');
    const end = page.getByRole('dialog', { name: 'End this legal hold?' });
    await end.getByText(/^It holds 1 claim,/).waitFor();
    await end.getByLabel('Reason').fill('Subpoena withdrawn');
    await end.getByRole('button', { name: 'End the hold' }).click();
    await page.getByText('Subpoena of March').waitFor({ state: 'detached' });
    expect(await holdOf()).toMatchObject({ release_reason: 'Subpoena withdrawn' });
  });
});

describe('the audit log', () => {
  let dynamodb: DynamoDBDocumentClient;
  let restore: (() => Promise<unknown>) | undefined;

  beforeAll(() => {
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({
      endpoint: stack.endpoints.dynamodb,
      region: 'us-east-1',
      credentials,
    });
    dynamodb = DynamoDBDocumentClient.from(client);
  });
  afterEach(async () => {
    await restore?.();
    restore = undefined;
  });
  afterAll(() => dynamodb.destroy());

  /** Changes the author of an entry in the table itself, as somebody with access to the table could. */
  async function tamperWith(id: number): Promise<void> {
    const TableName = stack.tables['audit'] ?? '';
    const Key = entryKey('main', id);
    const { Item } = await dynamodb.send(new GetCommand({ TableName, Key }));
    if (Item === undefined) throw new Error(`Entry ${id} is not in the table`);
    restore = () => dynamodb.send(new PutCommand({ TableName, Item }));
    await dynamodb.send(new PutCommand({ TableName, Item: { ...Item, actor: 'somebody else' } }));
  }

  test('proves the whole chain in one green line', async () => {
    await prepareClaim({});
    const page = await signIn('Ada', '/claims/audit');
    await page.getByRole('button', { name: 'Verify' }).click();
    const line = page.getByRole('status').filter({ hasText: /^Proven: / });
    await line.waitFor();
    expect(await line.textContent()).toMatch(/Proven: [\d,]+ entries, 1 to \d+, unchanged and without a gap/);
  });

  test('shows red with the entry after its row was changed in the table', async () => {
    const { id: claimId } = await prepareClaim({});
    const { data } = await claims('admin').auditLog.list({ entity_id: claimId });
    const id = data[0]?.id ?? 0;
    await tamperWith(id);
    const page = await signIn('Ada', '/claims/audit');
    await page.getByRole('button', { name: 'Verify' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText(`Entry ${id} is not proven`).waitFor();
    await alert
      .getByText(
        'The fields of the entry do not match its recorded hash. Somebody changed the entry after it was written.',
      )
      .waitFor();
    await alert.getByRole('link', { name: `Open entry ${id}` }).click();
    const entry = page.getByRole('dialog', { name: `Entry ${id}` });
    await entry.getByText('The verification stopped here').waitFor();
    await entry.getByText('The fields do not match the recorded hash.').waitFor();
    await entry.getByText('somebody else').waitFor();
    await restore?.();
    await entry.getByRole('button', { name: 'Close', exact: true }).click();
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText(/^Proven: /).waitFor();
  });

  test('is printed without controls, with whole words and with the column heads on each sheet', async () => {
    for (let count = 0; count < 40; count++) await prepareClaim({});
    const page = await signIn('Ada', '/claims/audit?entity=claim', {
      viewport: { width: 1000, height: 800 },
    });
    await page.getByRole('row').nth(10).waitFor();
    const { sheets, cut } = await print(page);
    expect(cut).toEqual([]);
    expect(sheets.length).toBeGreaterThan(1);
    for (const sheet of sheets) expect(sheet).toMatch(/Entry Event Record Who Time/);
    expect(sheets.join(' ')).toContain('Not verified in this visit Record Entry');
    expect(sheets.join(' ')).not.toMatch(/…|Range to verify|More filters|mm\/dd\/yyyy/);
  });

  test('finds the entries of a record and what changed', async () => {
    const { id } = await prepareClaim({ diagnosis: 'J069' });
    await claims().bulkWork.startBulkRun({
      operation: { kind: 'hold', reason: 'Waits' },
      selection: { claim_ids: [id] },
    });
    const page = await signIn('Ada', `/claims/audit?entityId=${id}&event=claim.held`);
    await page.getByRole('grid').getByText('Claim held').first().click();
    await page.getByRole('dialog').getByText('Ready → On hold').waitFor();
  });
});
