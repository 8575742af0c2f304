import { isLive, statusOf } from '#commerce/billing/account.ts';
import type { PaymentProvider } from '#commerce/billing/provider.ts';
import type { Table } from '../../dynamodb/table.ts';
import { findAccount } from './accounts.ts';

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
