import * as z from 'zod';
import { type BillingAccount, isLive, newAccount, statusOf } from '#commerce/billing/account.ts';
import type { PaymentProvider } from '#commerce/billing/provider.ts';
import { getItem, getRecord, insertion, itemOf } from '../../dynamodb/items.ts';
import type { Table, TransactAction } from '../../dynamodb/table.ts';
import { accountKey, customerKey, linksPartition } from './billing-keys.ts';

/** The account of a brand, strongly consistent; undefined for a brand that never used billing. */
export const findAccount = (table: Table, brandId: string): Promise<BillingAccount | undefined> =>
  getRecord<BillingAccount>(table, accountKey(brandId));

export const accountOf = async (table: Table, brandId: string): Promise<BillingAccount> =>
  (await findAccount(table, brandId)) ?? newAccount(brandId);

/** The action that stores the account. It fails if the stored one is no longer `before`. */
export function accountAction(before: BillingAccount, after: BillingAccount): TransactAction {
  const Item = itemOf(accountKey(after.brand_id), { ...after, version: before.version + 1 });
  if (before.version === 0) return insertion(Item);
  return {
    Put: {
      Item,
      ConditionExpression: 'version = :before',
      ExpressionAttributeValues: { ':before': before.version },
    },
  };
}

/** The action that remembers whose customer this is. The provider's events name the customer. */
export const customerAction = (customerId: string, brand_id: string): TransactAction => ({
  Put: {
    Item: itemOf(
      { ...customerKey(customerId), gsi1pk: linksPartition(brand_id), gsi1sk: `CUSTOMER#${customerId}` },
      { brand_id },
    ),
  },
});

const customerItem = z.object({ brand_id: z.string() });

export async function brandOfCustomer(table: Table, customerId: string): Promise<string | undefined> {
  const item = await getItem(table, customerKey(customerId));
  return item && customerItem.parse(item).brand_id;
}

/**
 * Ends the subscription of a brand that leaves, at once. Idempotent. The account follows by the provider's event.
 *
 * @returns false for a brand without a running subscription
 */
export async function endSubscription(
  table: Table,
  provider: Pick<PaymentProvider, 'cancelNow'>,
  { brandId, now }: { readonly brandId: string; readonly now: Date },
): Promise<boolean> {
  const account = await findAccount(table, brandId);
  if (account === undefined) return false;
  const status = statusOf(account, now);
  if (!isLive(status) || status.subscription === undefined) return false;
  await provider.cancelNow(status.subscription.id, `end-${status.subscription.id}`);
  return true;
}
