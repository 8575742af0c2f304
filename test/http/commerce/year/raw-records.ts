import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { commercePlaces } from '#store/commerce/places.ts';
import { placeOf } from '#store/records/place.ts';
import type { ApiResponse } from '../../stack/api-client.ts';
import type { BrandYear } from './brand-year.ts';

type RawRecord = ApiResponse['body'];

/** The records of a brand, from lists of the API and, where there is no list, from a scan of the table. */
export interface RawRecords {
  /** In the order of their creation. */
  readonly orders: readonly RawRecord[];
  /** Every change of an order. */
  readonly changes: readonly RawRecord[];
  readonly payments: readonly RawRecord[];
  readonly contacts: readonly RawRecord[];
  readonly products: readonly RawRecord[];
  readonly stockAdjustments: readonly RawRecord[];
  readonly waterLogs: readonly RawRecord[];
  readonly readings: readonly RawRecord[];
  readonly rewards: readonly RawRecord[];
  readonly invoices: readonly RawRecord[];
  /** E-mails of the service to people of the brand, sent or waiting. */
  readonly messages: readonly RawRecord[];
  /** Keys of items of all brands that have no declared place. */
  readonly undeclared: readonly string[];
}

export async function readRecords(year: BrandYear): Promise<RawRecords> {
  const { ofBrand } = year;
  const items = await scan(year);
  const besideOrders = (prefix: string) =>
    items.filter(({ pk, sk }) => pk === `ORDERS#${year.brandId}` && sk.startsWith(prefix));
  const orders = await year.all(`/orders?${ofBrand}`);
  return {
    orders: orders.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    changes: besideOrders('LOG#'),
    payments: besideOrders('PAYMENT#'),
    contacts: await year.all(`/contacts?${ofBrand}`),
    products: await year.get(`/products?${ofBrand}&limit=100`),
    stockAdjustments: items.filter(({ pk }) => pk.startsWith(`STOCKLOG#${year.brandId}#`)),
    waterLogs: await year.all(`/water-logs/search?${ofBrand}`),
    readings: items.filter(({ pk, sk }) => pk === `FARM#${year.brandId}` && sk.startsWith('READING#')),
    rewards: await year.all(`/referrals/rewards?${ofBrand}`),
    invoices: await year.all(`/billing/invoices?${ofBrand}`),
    messages: items.filter(({ pk }) => pk === `MESSAGES#${year.brandId}`),
    undeclared: items
      .filter((item) => placeOf(commercePlaces, item) === undefined)
      .map(({ pk, sk }) => `${pk} / ${sk}`),
  };
}

/** Every item of the commerce table. */
async function scan({ stack }: BrandYear): Promise<readonly RawRecord[]> {
  const client = new DynamoDBClient({
    endpoint: stack.endpoints.dynamodb,
    region: 'us-east-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const items: RawRecord[] = [];
  const pages = paginateScan(
    { client: DynamoDBDocumentClient.from(client) },
    { TableName: stack.tables['commerce'], ConsistentRead: true },
  );
  for await (const { Items = [] } of pages) items.push(...Items);
  client.destroy();
  return items;
}
