import { BatchGetCommand, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
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

/** Brands that a bearer subject belongs to; at most 100 of them. */
export async function findMemberships(table: Table, subject: string) {
  const { Items = [] } = await send(
    table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :brand)',
        ExpressionAttributeValues: { ':pk': `MEMBER#${subject}`, ':brand': 'BRAND#' },
        ConsistentRead: true,
        Limit: 100,
      }),
    ),
  );
  return Items.map((item) => membershipItem.parse(item));
}

/** The key that API Gateway meters the brand by, if it has one. */
export async function findGatewayKey(table: Table, brandIds: readonly string[]): Promise<string | undefined> {
  if (brandIds.length === 0) return undefined;
  const { Responses } = await send(
    table.client.send(
      new BatchGetCommand({
        RequestItems: {
          [table.name]: { Keys: brandIds.slice(0, 10).map((id) => ({ pk: `BRAND#${id}`, sk: 'BRAND' })) },
        },
      }),
    ),
  );
  const found = (Responses?.[table.name] ?? []).map((item) => brandItem.parse(item));
  return brandIds
    .map((id) => found.find((brand) => brand.id === id)?.gateway_key_value)
    .find((value) => value !== undefined);
}
