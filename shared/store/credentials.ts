import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { brandKey, membershipsOf } from './commerce-keys.ts';
import { getItems, inRange, queryAll } from './items.ts';
import { send, type Table } from './table.ts';

const brandRole = z.enum(['owner', 'manager', 'viewer']);

const apiKeyItem = z.object({
  id: z.string(),
  brand_id: z.string(),
  role: brandRole,
  revoked_at: z.string().optional(),
});
export type ApiKeyCredential = z.output<typeof apiKeyItem>;

const membershipItem = z.object({ brand_id: z.string(), role: brandRole });
const brandItem = z.object({ id: z.string(), gateway_key_value: z.string().optional() });

/** The API key whose secret has this SHA-256 (base64url), revoked or not. */
export async function findApiKey(table: Table, secretHash: string): Promise<ApiKeyCredential | undefined> {
  const { Item } = await send(
    table.client.send(
      new GetCommand({
        TableName: table.name,
        Key: { pk: `APIKEY#${secretHash}`, sk: 'APIKEY' },
        ConsistentRead: true,
      }),
    ),
  );
  return Item ? apiKeyItem.parse(Item) : undefined;
}

/** Brands that a bearer subject belongs to: all of them, for one left out would be lost to its owner. */
export async function findMemberships(table: Table, subject: string) {
  const found: z.output<typeof membershipItem>[] = [];
  for await (const page of queryAll(table, inRange(membershipsOf(subject)))) {
    for (const item of page) found.push(membershipItem.parse(item));
  }
  return found;
}

/** Brands that are looked at for a gateway key: any one of a caller's will do. */
const meteredBrands = 10;

/** The key that API Gateway meters the brand by, if it has one. */
export async function findGatewayKey(table: Table, brandIds: readonly string[]): Promise<string | undefined> {
  const keys = brandIds.slice(0, meteredBrands).map(brandKey);
  const items = await getItems(table, keys, ['id', 'gateway_key_value']);
  const found = items.map((item) => brandItem.parse(item));
  return brandIds
    .map((id) => found.find((brand) => brand.id === id)?.gateway_key_value)
    .find((value) => value !== undefined);
}
