import { addressHash } from '#commerce/messages/message.ts';
import { putItem } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import type { Table } from '../../dynamodb/table.ts';
import { smsThreadKey, smsThreadsOf, smsThreadsPartition } from './campaign-keys.ts';

/** Twice the time in which carriers expect replies to be honored. */
const keptSeconds = 2 * 365 * 86_400;

/**
 * Records that a brand sends text messages to a phone. Brands share the number of the deployment, so a STOP from the phone
 * holds for all of them.
 */
export const recordSmsThread = (table: Table, phone: string, brandId: string, now: Date): Promise<void> =>
  putItem(table, {
    Item: {
      ...smsThreadKey(addressHash(phone), brandId),
      gsi1pk: smsThreadsPartition(brandId),
      gsi1sk: addressHash(phone),
      brand_id: brandId,
      expires_at: Math.floor(now.getTime() / 1000) + keptSeconds,
    },
  });

/** The brands that have sent text messages to a phone. */
export async function* brandsInThread(table: Table, phone: string): AsyncGenerator<string> {
  for await (const item of queryItems(table, smsThreadsOf(addressHash(phone)), { pageSize: 50 }))
    yield String(item['brand_id']);
}
