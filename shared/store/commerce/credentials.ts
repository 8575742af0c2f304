import * as z from 'zod';
import { allItems, getItem, getItems } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { brandKey, membershipsOf, secretKey } from './commerce-keys.ts';

const brandRole = z.enum(['owner', 'manager', 'viewer']);

const apiKeyItem = z.object({
  id: z.string(),
  brand_id: z.string(),
  role: brandRole,
  revoked_at: z.string().optional(),
});

const membershipItem = z.object({ brand_id: z.string(), role: brandRole });
const brandItem = z.object({ gateway_key_value: z.string().optional() });

/** The API key whose secret has this SHA-256 (base64url), revoked or not. */
export async function findApiKeyCredential(table: Table, secretHash: string) {
  const item = await getItem(table, secretKey(secretHash));
  return item && apiKeyItem.parse(item);
}

export async function findMemberships(table: Table, subject: string) {
  return (await allItems(table, membershipsOf(subject))).map((item) => membershipItem.parse(item));
}

export async function findGatewayKey(table: Table, brandId: string): Promise<string | undefined> {
  const [item] = await getItems(table, [brandKey(brandId)], ['gateway_key_value']);
  return item && brandItem.parse(item).gateway_key_value;
}
