import type { Order } from '#contract/commerce/orders.ts';
import { isWritten } from '#persistence/conflict.ts';
import { type Item, type ItemKey, updateItem } from '../../dynamodb/items.ts';
import { queryItems } from '../../dynamodb/query-page.ts';
import { type Table, transact } from '../../dynamodb/table.ts';
import { orderChangesOf, orderPaymentsOf } from '../orders/order-record-keys.ts';
import { promoUseKey } from '../promotions/promo-code-keys.ts';

/** Free text in the history and the payments of an order. */
const texts = ['reason', 'note', 'reference'] as const;

/**
 * Removes what the records beside an order say about its customer: free text, and the use of a promo code, whose key derives
 * from the address. The total uses of the promo code stay. Idempotent.
 */
export async function eraseOrderRecords(table: Table, { brand_id, id, promotion }: Order): Promise<void> {
  for (const range of [orderChangesOf(brand_id, id), orderPaymentsOf(brand_id, id)]) {
    for await (const item of queryItems(table, range)) {
      if (texts.some((name) => item[name] !== undefined)) await removeTexts(table, item);
    }
  }
  if (promotion?.customer_id === undefined) return;
  const use = promoUseKey(brand_id, promotion.id, promotion.issue, promotion.customer_id);
  await transact(table, [{ Delete: { Key: { ...use } } }]);
}

const removeTexts = (table: Table, { pk, sk }: Item): Promise<boolean> => {
  const key: ItemKey = { pk: String(pk), sk: String(sk) };
  return isWritten(
    updateItem(table, key, {
      UpdateExpression: `REMOVE ${texts.map((name) => `#${name}`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: Object.fromEntries(texts.map((name) => [`#${name}`, name])),
    }),
  );
};
