import * as z from 'zod';
import { allItems, getItem, getItems } from '../dynamodb/items.ts';
import type { Table } from '../dynamodb/table.ts';
import { brandKey, membershipsOf, secretKey } from './commerce-keys.ts';

const brandRole = z.enum(['owner', 'manager', 'viewer']);

const apiKeyItem = z.object({
  id: z.string(),
  brand_id: z.string(),
  role: brandRole,
  scopes: z.array(z.string()).optional(),
  revoked_at: z.string().optional(),
  valid_until: z.string().optional(),
});

const membershipItem = z.object({ brand_id: z.string(), role: brandRole });
const brandItem = z.object({
  gateway_keys: z.array(z.object({ value: z.string(), valid_from: z.string() })).default([]),
});

/** The API key whose secret has this SHA-256 (base64url), revoked or not. */
export async function findApiKeyCredential(table: Table, secretHash: string) {
  const item = await getItem(table, secretKey(secretHash));
  return item && apiKeyItem.parse(item);
}

export async function findMemberships(table: Table, subject: string) {
  return (await allItems(table, membershipsOf(subject))).map((item) => membershipItem.parse(item));
}

const leavingItem = z.object({
  id: z.string(),
  deletion: z.unknown().optional(),
  closed_at: z.string().optional(),
});

/** Those of the brands that are under deletion, or deleted, strongly consistent. */
export async function findLeavingBrands(
  table: Table,
  brandIds: readonly string[],
): Promise<ReadonlyMap<string, 'closing' | 'closed'>> {
  const items = await getItems(table, brandIds.map(brandKey), ['id', 'deletion', 'closed_at']);
  return new Map(
    items.flatMap((item): [string, 'closing' | 'closed'][] => {
      const { data } = leavingItem.safeParse(item);
      if (data?.closed_at !== undefined) return [[data.id, 'closed']];
      return data?.deletion === undefined ? [] : [[data.id, 'closing']];
    }),
  );
}

/** The value of the gateway key that meters a brand: of the newest one that is valid; undefined in the first minute of a brand, and after its end. */
export async function findGatewayKey(table: Table, brandId: string, now: Date): Promise<string | undefined> {
  const [item] = await getItems(table, [brandKey(brandId)], ['gateway_keys']);
  const keys = item === undefined ? [] : brandItem.parse(item).gateway_keys;
  return keys.findLast(({ valid_from }) => new Date(valid_from) <= now)?.value;
}
