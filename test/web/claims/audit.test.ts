import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { entryKey } from '#store/audit/audit-keys.ts';
import { claims, stack, useBrowser } from '../browser/browser.ts';
import { print } from '../browser/paper.ts';
import { prepareClaim } from './prepared-claims.ts';

const { signIn } = useBrowser();

let dynamodb: DynamoDBDocumentClient;
let restore: (() => Promise<unknown>) | undefined;

beforeAll(() => {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: stack.endpoints.dynamodb, region: 'us-east-1', credentials });
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

describe('the audit log', () => {
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
