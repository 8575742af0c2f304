import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { webhookEndpointsOf } from './webhook-keys.ts';

/** How long an answer is remembered. */
const rememberedMilliseconds = 5000;
const maxRemembered = 1000;

interface Answer {
  readonly found: boolean;
  readonly until: number;
}

const remembered = new Map<string, Answer>();

/**
 * Whether a brand has webhook endpoints, as a hint: with endpoints, the worker of events is woken at once; without, the
 * schedule passes the events on within a minute. An answer may be some seconds old.
 */
export async function hasSubscribers(table: Table, brandId: string): Promise<boolean> {
  const known = remembered.get(brandId);
  if (known !== undefined && known.until > Date.now()) return known.found;
  let found = false;
  for await (const _ of queryItems(table, webhookEndpointsOf(brandId), { pageSize: 1 })) {
    found = true;
    break;
  }
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(brandId, { found, until: Date.now() + rememberedMilliseconds });
  return found;
}
