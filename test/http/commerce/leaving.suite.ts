import { randomUUID } from 'node:crypto';
import { ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from '@jest/globals';
import { commerceExamples } from '#contract/commerce/examples/index.ts';
import { commerceEndpoints } from '#contract/commerce/index.ts';
import type { Table } from '#store/dynamodb/table.ts';
import { call, type Stack } from '../stack/api-client.ts';
import type { StackClock } from '../stack/stack-clock.ts';

interface RunningStack {
  readonly stack: Stack;
  readonly clock: StackClock;
  readonly table: Table;
}

/** Operations of every area that need no other record first. */
const filling = [
  'create-product',
  // An order makes a contact of its customer, who has the same address.
  'create-contact',
  'create-order',
  'create-segment',
  'create-suppression',
  'create-contact-import',
  'create-campaign',
  'create-field',
  'create-meter',
  'create-water-log',
  'create-promo-code',
  'create-stop',
  'create-customer-code',
  'create-referral-code',
  'create-invitation',
  'create-api-key',
  'create-webhook-endpoint',
  'create-product-import',
  'record-visits',
];

const dayMilliseconds = 86_400_000;

/** Deletes the sample brand of the stack, which the other suites have filled, so it comes last. */
export function leavingSuite(running: () => RunningStack): void {
  const marker = `leaver${randomUUID().slice(0, 8)}`;
  const brand = () => running().stack.brandId;
  const send = (method: string, path: string, body?: unknown, key = running().stack.apiKeys.owner) =>
    call(method, path, { baseUrl: running().stack.baseUrl, key, ...(body !== undefined && { body }) });
  const ofBrand = (rest = '') => `/api/v1/brands/${brand()}${rest}`;

  /** The example of the documentation, for this brand, with a marker in names and addresses. */
  async function sendExample(name: string, key?: string) {
    const endpoint = commerceEndpoints.find((one) => one.name === name);
    const example = JSON.stringify(commerceExamples[name] ?? {})
      .replaceAll(/"brand_id":"[^"]*"/g, `"brand_id":"${brand()}"`)
      .replaceAll('@example.com', `@${marker}.example.com`)
      // The sample data has the code of the example.
      .replaceAll('MEADOW10', marker.toUpperCase());
    const { parameters = {}, body } = JSON.parse(example);
    const query = endpoint?.query === undefined ? '' : `?${new URLSearchParams(parameters)}`;
    return send(endpoint?.method ?? '', `${endpoint?.path}${query}`, body, key);
  }

  /** A key that no call has used yet, because the authorizer remembers the keys of the last 15 seconds. */
  async function unusedKey(): Promise<string> {
    const body = { brand_id: brand(), role: 'owner', name: 'Unused' };
    return (await send('POST', '/api/v1/api-keys', body)).body.data.secret;
  }

  async function scan(): Promise<readonly Record<string, unknown>[]> {
    const { client, name } = running().table;
    const items: Record<string, unknown>[] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await client.send(new ScanCommand({ TableName: name, ExclusiveStartKey }));
      items.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey);
    const now = (await running().clock.now()).getTime() / 1000;
    // DynamoDB removes what has expired; the engine on this machine follows the clock of the machine.
    return items.filter(({ expires_at }) => typeof expires_at !== 'number' || expires_at > now);
  }

  async function objects(): Promise<readonly string[]> {
    const { endpoints, buckets } = running().stack;
    const client = new S3Client({ endpoint: endpoints.s3, forcePathStyle: true, region: 'us-east-1' });
    const names = Object.values(buckets);
    const pages = await Promise.all(
      names.map((Bucket) => client.send(new ListObjectVersionsCommand({ Bucket }))),
    );
    client.destroy();
    return pages.flatMap(({ Versions = [], DeleteMarkers = [] }) =>
      [...Versions, ...DeleteMarkers].map(({ Key = '' }) => Key),
    );
  }

  test('a brand with records of every area is exported through the API', async () => {
    // The inbox of a person begins with the first look at it.
    await send('GET', `/api/v1/notifications?brand_id=${brand()}`);
    const settings = await send('GET', ofBrand());
    await send('PUT', ofBrand(), { name: settings.body.data.name, catalog: 'external' });
    const failed: string[] = [];
    for (const name of filling) {
      const { status, text } = await sendExample(name);
      if (status >= 300) failed.push(`${name}: ${status} ${text}`);
    }
    expect(failed).toEqual([]);
    const begun = await send('POST', ofBrand('/exports'));
    expect(begun.status).toBe(202);
    await running().clock.advance(61);
    const { body } = await send('GET', ofBrand(`/exports/${begun.body.data.id}`));
    expect(body.data).toMatchObject({ status: 'done', records: expect.any(Number) });
    const archive = await fetch(body.data.download.url);
    expect([archive.status, (await archive.arrayBuffer()).byteLength]).toEqual([200, body.data.size]);
    const refused = await send('POST', ofBrand('/exports'), undefined, running().stack.apiKeys.manager);
    expect(refused.body.code).toBe('forbidden');
  });

  test('the deletion needs the exact name, makes the brand read-only, and can be cancelled', async () => {
    const { name } = (await send('GET', ofBrand())).body.data;
    const [whileClosing, afterwards] = [await unusedKey(), await unusedKey()];
    const wrong = await send('DELETE', ofBrand('?name=Another'));
    expect([wrong.status, wrong.body.code]).toEqual([400, 'name_mismatch']);
    const scheduled = await send('DELETE', ofBrand(`?name=${encodeURIComponent(name)}`));
    expect(scheduled.status).toBe(202);
    const { requested_at, deletes_at } = scheduled.body.data.deletion;
    expect(Date.parse(deletes_at) - Date.parse(requested_at)).toBe(30 * dayMilliseconds);
    const write = await sendExample('create-product', whileClosing);
    expect([write.status, write.body.code]).toEqual([409, 'brand_closing']);
    const read = await send('GET', `/api/v1/products?brand_id=${brand()}`, undefined, whileClosing);
    expect(read.status).toBe(200);
    const restored = await send('POST', ofBrand('/restore'));
    expect([restored.status, restored.body.data.deletion]).toEqual([200, undefined]);
    expect((await sendExample('create-contact-import', afterwards)).status).toBeLessThan(300);
  });

  test('after its waiting time nothing is left but the id and times, and another brand is untouched', async () => {
    const { clock, stack } = running();
    const { name } = (await send('GET', ofBrand())).body.data;
    const me = await send('GET', '/api/v1/me', undefined, stack.apiKeys.otherBrand);
    const other = Object.keys(me.body.data.brands)[0] ?? '';
    const unused = await unusedKey();
    const scheduled = await send('DELETE', ofBrand(`?name=${encodeURIComponent(name)}`));
    const deletes = new Date(scheduled.body.data.deletion.deletes_at);
    await clock.advanceTo(new Date(deletes.getTime() - 3_600_000), 7 * 86_400);
    const notes = await send('GET', `/api/v1/notifications?brand_id=${brand()}&limit=100`);
    const titles = notes.body.data.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(expect.arrayContaining(['The brand will be deleted in one day']));
    const mentions = (item: object, text: string) => JSON.stringify(item).includes(text);
    const ofOther = async () =>
      (await scan())
        .filter((item) => mentions(item, other) && !String(item['pk']).startsWith('KEYUSE'))
        .map((item) => [`${item['pk']} ${item['sk']}`, item] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1));
    const before = await ofOther();
    expect((await scan()).filter((item) => mentions(item, brand())).length).toBeGreaterThan(100);

    await clock.advance(3_600 + 120);
    await clock.advance(1_300);
    await clock.advance(120);

    const left = (await scan()).filter((item) => mentions(item, brand()) || mentions(item, marker));
    expect(left).toEqual([
      {
        ...{ pk: `BRAND#${brand()}`, sk: 'BRAND', id: brand() },
        requested_at: expect.any(String),
        closed_at: expect.any(String),
        deleted_at: expect.any(String),
      },
    ]);
    expect((await objects()).filter((key) => key.includes(brand()))).toEqual([]);
    expect(await ofOther()).toEqual(before);
    const refused = await send('GET', `/api/v1/products?brand_id=${brand()}`, undefined, unused);
    expect(refused.status).toBe(401);
    const others = await send('GET', ofBrand(), undefined, stack.apiKeys.otherBrand);
    expect(others.body.code).toBe('brand_not_held');
  }, 300_000);
}
