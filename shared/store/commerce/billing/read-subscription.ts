import { showSubscription } from '#commerce/billing/show-subscription.ts';
import type { Subscription } from '#contract/commerce/billing-records.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findBrand } from '../brands.ts';
import { findAccount } from './accounts.ts';
import { readUses, unsubscribedRule } from './entitlements.ts';

/** The subscription of a brand with its use, as the API shows it. */
export async function readSubscription(
  table: Table,
  brandId: string,
  now: Date,
): Promise<Subscription | undefined> {
  const [record, account, used] = await Promise.all([
    findBrand(table, brandId),
    findAccount(table, brandId),
    readUses(table, brandId, now),
  ]);
  return (
    record &&
    showSubscription(brandId, {
      account,
      brandPlan: record.brand.plan,
      currency: commerceEnvironment.parse(process.env).DEFAULT_CURRENCY,
      used,
      unsubscribed: unsubscribedRule(),
      now,
    })
  );
}
