import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createS3Server } from '#lib/local/s3/api/s3-server.ts';
import { ObjectStore } from '#lib/local/s3/store/object-store.ts';
import { putItem } from '#store/dynamodb/items.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { Bucket } from '#store/s3/bucket.ts';
import { startCommerceService } from '../../functions/commerce-service.ts';

type Item = Readonly<Record<string, unknown>>;

/** The services that exports and deletions need, on this machine. */
export interface LocalBrands {
  readonly table: Table;
  readonly bucket: Bucket;
  readonly gatewayKeys: () => readonly string[];
  stop(): Promise<void>;
}

export async function startLocalBrands(): Promise<LocalBrands> {
  const service = await startCommerceService();
  const directory = mkdtempSync(join(tmpdir(), 'granary-s3-'));
  const rules = { versioned: true, objectLock: false, cors: [], notifications: [] };
  const server = createS3Server(new ObjectStore(directory, [{ name: 'media', ...rules }], () => {}), {
    accessKey: 'local',
    secretKey: 'local',
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  // Modules read their environment when they are loaded. No queue and no provider listens at these addresses.
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
    MEDIA_BUCKET: 'media',
    PAYMENT_KEYS_SECRET: 'payment-keys',
  });
  const { mediaBucket } = await import('#store/s3/media-bucket.ts');
  return {
    table: service.table,
    bucket: mediaBucket,
    gatewayKeys: () => service.gateway.keys.all().map(({ name }) => name),
    async stop() {
      mediaBucket.client.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      rmSync(directory, { recursive: true, force: true });
      await service.stop();
    },
  };
}

/** Every item of the table, as text. */
export async function scan({ client, name }: Table): Promise<readonly string[]> {
  const texts: string[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await client.send(new ScanCommand({ TableName: name, ExclusiveStartKey }));
    texts.push(...(page.Items ?? []).map((item) => JSON.stringify(item, sorted)));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return texts.sort();
}

const sorted = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** Keys of all versions of all objects. */
export async function objectVersions({ client, name }: Bucket): Promise<readonly string[]> {
  const keys: string[] = [];
  for (let from: Pick<ListObjectVersionsCommandOutput, 'NextKeyMarker' | 'NextVersionIdMarker'> = {}; ; ) {
    const page: ListObjectVersionsCommandOutput = await client.send(
      new ListObjectVersionsCommand({
        ...{ Bucket: name, KeyMarker: from.NextKeyMarker, VersionIdMarker: from.NextVersionIdMarker },
      }),
    );
    keys.push(...[...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])].map(({ Key = '' }) => Key));
    if (page.IsTruncated !== true) return keys;
    from = page;
  }
}

/** Stores items and objects of every kind that a brand owns, `size` of each kind with many. */
export async function fill({ table, bucket }: LocalBrands, brandId: string, size: number): Promise<void> {
  const items = [...itemsOf(brandId, size)];
  for (let first = 0; first < items.length; first += 50) {
    await Promise.all(items.slice(first, first + 50).map((Item) => putItem(table, { Item: { ...Item } })));
  }
  for (let n = 0; n < size; n++) {
    const Key = `product-images/${brandId}/${uniqueOf(brandId, n)}/large.jpeg`;
    await bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key, Body: `picture ${n}` }));
  }
  for (const folder of ['product-uploads', 'product-images', 'product-imports', 'brand-exports']) {
    const Key = `${folder}/${brandId}/file`;
    for (const Body of ['one', 'two'])
      await bucket.client.send(new PutObjectCommand({ Bucket: bucket.name, Key, Body }));
  }
}

const uniqueOf = (brandId: string, n: number): string =>
  `${brandId.slice(0, 8)}-${String(n).padStart(4, '0')}`;

function* itemsOf(brand: string, size: number): Generator<Item> {
  const at = (pk: string, sk: string, more: object = {}): Item => ({ pk, sk, brand_id: brand, ...more });
  const time = '2026-03-05T10:00:00.000Z';
  for (let n = 0; n < size; n++) {
    const id = uniqueOf(brand, n);
    yield at(`MEMBER#${id}`, `BRAND#${brand}`, { role: 'viewer' });
    yield at(`MEMBERS#${brand}`, `MEMBER#${id}`, { id, subject: id });
    yield at(`MEMBERS#${brand}`, `SUBJECT#${id}`, { member_id: id });
    yield at(`BILLING#PERSON#${id}`, 'USE#brands', { used: 1 });
    yield at(`INVITATIONS#${brand}`, id, { id, token_hash: `hash-${id}` });
    yield at(`INVITATION#hash-${id}`, 'INVITATION');
    yield at(`KEYUSE#${brand}`, id);
    yield at(`APIKEYS#${brand}`, `APIKEY#${id}`, {
      id,
      secret_hash: `now-${id}`,
      earlier_secret_hash: `old-${id}`,
    });
    for (const secret of ['now', 'old', 'first']) {
      const index = { gsi1pk: `APIKEYS#${brand}#SECRETS`, gsi1sk: `${secret}-${id}` };
      yield at(`APIKEY#${secret}-${id}`, 'APIKEY', index);
    }
    for (const [pk, sk] of [
      ...['PRODUCT', 'SKU', 'IMPORT'].map((sk) => ['PRODUCTS', sk]),
      ...['ORDER', 'ROW'].map((sk) => ['ORDERS', sk]),
      ...[
        ['CAMPAIGNS', 'CAMPAIGN'],
        ['WATERLOGS', 'WATERID'],
        ['REFERRAL', 'REFCODE'],
      ],
    ])
      yield at(`${pk}#${brand}`, `${sk}#${id}`, { id, name: `${sk} of ${brand}` });
    yield at(`STOPS#${brand}`, `STOP#${id}`, { id, name: `STOP of ${brand}` });
    yield at(`STOPS#${brand}`, `COUNT#${id}#2026-03-07`, { orders: 1 });
    const images = [
      { id, status: 'ready', alt_text: `Picture of ${id}` },
      { id: `deleted-${id}`, status: 'ready' },
      { id: `waiting-${id}`, status: 'waiting' },
    ];
    yield at(`PRODUCTS#${brand}`, `IMAGES#${id}`, { product_id: id, images, version: 1 });
    yield at(`WATERLOGS#${brand}`, `WATER#2025-0${1 + (n % 3)}-05T10:00:00.000Z#${id}`, { id, gallons: n });
    yield at(`ROLLUP#${brand}#WATER#2025-0${1 + (n % 3)}`, `2025-01-05#field#${n}`);
    yield at(`FARM#${brand}`, `HISTORY#${id}#000000002`, {
      before: { logged_at: '2019-07-01T00:00:00.000Z' },
    });
    yield at(`ROLLUP#${brand}#WATER#2019-07`, `2019-07-01#field#${n}`);
    for (const sk of ['FIELD', 'METER', 'USE#2025-02-01T00:00:00.000Z'])
      yield at(`FARM#${brand}`, `${sk}#${id}`, { id });
    yield at(`STOCK#${brand}`, `${id}#PRODUCT`);
    yield at(`STOCK#${brand}`, `${id}#VARIANT.large`);
    yield at(`STOCKLOG#${brand}#${id}`, id, { id, note: `adjusted by ${brand}` });
    yield at(`CONTACTS#${brand}`, `CONTACT#${id}`, { id, email: `${id}@example.com` });
    yield at(`CONTACTS#${brand}`, `MERGED#merged-${id}`);
    yield at(`CONTACTS#${brand}`, `ADDRESS#${id}`);
    yield at(`CONTACTLOG#${brand}#${id}`, id);
    yield at(`CONTACTLOG#${brand}#merged-${id}`, id);
    yield at(`CAMPAIGNRUN#${id}`, 'RUN', { campaign_id: id });
    yield at(`CAMPAIGNRUN#${id}`, 'BATCH#00000001');
    yield at(`RECIPIENTS#${id}`, id, { campaign_id: id });
    yield at(`WEBHOOKS#${brand}`, `ENDPOINT#${id}`, { id });
    yield at(`WEBHOOKS#${brand}`, `GONE#gone-${id}`);
    for (const endpoint of [id, `gone-${id}`]) {
      yield at(`WEBHOOKLOG#${endpoint}`, id, { id });
      yield at(`WEBHOOKDUE#${endpoint}`, `${time}#${id}`);
    }
    yield at(`WEBHOOKSECRET#${id}`, 'SECRETS', { secrets: [`whsec-${id}`] });
    yield at(`INBOXES#${brand}`, `PERSON#${id}`, { subject: id });
    yield at(`INBOX#${brand}#${id}`, `NOTICE#${id}`, { id });
    yield at(`REFERRAL#${brand}`, `CUSTOMER#${id}`, { customer_id: id });
    yield at(`REWARDS#${brand}#${id}`, id, { id, customer_id: id, gsi1pk: `REWARDS#${brand}`, gsi1sk: id });
    yield at(`REWARDS#${brand}#gone-${id}`, id, {
      ...{ id: `gone-${id}`, customer_id: `gone-${id}`, gsi1pk: `REWARDS#${brand}`, gsi1sk: `gone-${id}` },
    });
    yield at(`CREDIT#${brand}#${id}`, 'ACCOUNT', { customer_id: id });
    yield at(`CREDIT#${brand}#${id}`, `ENTRY#${id}`, { id });
    yield at(`REFLINK#${id}`, 'LINK', {
      gsi1pk: `REFLINK#BRAND#${brand}`,
      gsi1sk: `${id}#copy`,
      referral_code: id,
    });
    yield at(`REFLINK#${id}`, `SEEN#2026-03-05#${id}`);
    yield at(`SMSTHREAD#${id}`, brand, { gsi1pk: `SMSTHREAD#BRAND#${brand}`, gsi1sk: id });
    yield at(`BILLINGEVENT#${id}`, 'EVENT', { gsi1pk: `BILLING#${brand}#LINKS`, gsi1sk: `EVENT#${id}` });
    yield at(`BILLING#${brand}`, `INVOICE#${time}#${id}`, { id });
    const work = { kind: 'send-message', work_key: id, due: time, payload: { brand_id: brand } };
    yield at(`WORK#send-message#${id}`, 'WORK', { ...work, gsi2pk: `WORK#${n % 8}`, gsi2sk: time });
    yield at(`OUTBOX#${n % 8}`, id, {
      events: JSON.stringify([{ id, brand_id: brand, type: 'order.created' }]),
    });
    yield at(`ROLLUP#${brand}#CUSTOMER#${(n % 16).toString(16)}`, id);
    yield at(`ROLLUP#${brand}#PRODUCT#2026-03`, `2026-03-05#${id}#0`, { quantity: n });
    yield at(`REFBOARD#${brand}#2026-03`, id);
    for (const name of ['ACTIVITY', 'SILENCES', 'SEGMENTS', 'ERASURE'])
      yield at(`${name}#${brand}`, id, { id });
    yield at(`MESSAGES#${brand}`, `MESSAGE#${id}`, { id });
    yield at(`CONTACTIMPORT#${brand}`, `IMPORT#${id}`, { id });
    yield at(`ONBOARDING#${brand}`, `PERSON#${id}`, { id });
    yield at(`PROMO#${brand}`, `CODE#${id}`, { id });
  }
  yield at(`BILLING#${brand}`, 'ACCOUNT', {
    ...{ customer_id: `cus-${brand}`, subscriptions: {}, announced: 'none', version: 1 },
  });
  yield at(`BILLINGCUSTOMER#cus-${brand}`, 'CUSTOMER', {
    gsi1pk: `BILLING#${brand}#LINKS`,
    gsi1sk: `CUSTOMER#cus-${brand}`,
  });
  yield at(`ROLLUP#${brand}#TOTAL`, '2026-03-05#0#0');
  yield at(`ROLLUP#${brand}#FUNNEL`, '2026-03-05#0');
  for (const period of ['all', '2026']) yield at(`REFBOARD#${brand}#${period}`, 'customer');
  yield at(`PRODUCTS#${brand}`, 'CATALOG');
  yield at(`STOCK#${brand}`, `${'z'.repeat(8)}#PRODUCT`);
}
