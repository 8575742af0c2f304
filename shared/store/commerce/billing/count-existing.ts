import type { EntitlementName } from '#contract/plans.ts';
import { getItem, inRange, queryOnce } from '../../dynamodb/items.ts';
import type { Table } from '../../dynamodb/table.ts';
import { memberCountsKey, productsOf } from '../commerce-keys.ts';
import { webhookCountKey } from '../webhooks/webhook-keys.ts';

/**
 * The number of records that count for an entitlement, strongly consistent, for a brand whose use was not counted yet. What
 * is used in a month begins at 0.
 */
export async function countExisting(table: Table, brandId: string, name: EntitlementName): Promise<number> {
  switch (name) {
    case 'members':
      return Number((await getItem(table, memberCountsKey(brandId)))?.['members'] ?? 0);
    case 'webhook_endpoints':
      return Number((await getItem(table, webhookCountKey(brandId)))?.['endpoint_count'] ?? 0);
    case 'products':
      return countProducts(table, brandId);
    case 'campaign_sends':
    case 'brands':
      return 0;
  }
}

/** Reads the products once in the life of a brand: the next change of their number begins the count. */
async function countProducts(table: Table, brandId: string): Promise<number> {
  const query = { ...inRange(productsOf(brandId)), Select: 'COUNT' as const };
  let count = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const page = await queryOnce(table, query, start);
    count += page.Count ?? 0;
    start = page.LastEvaluatedKey;
  } while (start);
  return count;
}
