import { monthlyCents } from '#commerce/billing/catalog.ts';
import type { PaymentProvider } from '#commerce/billing/provider.ts';
import type { ProrationPreview } from '#contract/commerce/billing-records.ts';
import type { Table } from '../../dynamodb/table.ts';
import { accountOf } from './accounts.ts';
import { itemsAfter, liveSubscription, type SubscriptionChange } from './change-subscription.ts';

/**
 * The cost of a change now and per month. The change costs the same if it is sent with the `proration_date`.
 *
 * @throws ApiError not_subscribed
 */
export async function previewChange(
  table: Table,
  provider: Pick<PaymentProvider, 'previewItems'>,
  {
    brandId,
    change,
    now,
  }: { readonly brandId: string; readonly change: SubscriptionChange; readonly now: Date },
): Promise<ProrationPreview> {
  const subscription = liveSubscription(await accountOf(table, brandId), now);
  const wanted = itemsAfter(subscription, change);
  // The provider counts whole seconds.
  const proration_date = new Date(Math.floor(now.getTime() / 1000) * 1000).toISOString();
  const { due_now_cents, currency, lines } = await provider.previewItems(
    subscription.id,
    wanted,
    proration_date,
  );
  const monthly = monthlyCents(wanted);
  return {
    proration_date,
    currency,
    due_now: due_now_cents / 100,
    due_now_cents,
    lines: lines.map(({ description, amount_cents }) => ({
      description,
      amount: amount_cents / 100,
      amount_cents,
    })),
    price_per_month: monthly / 100,
    price_per_month_cents: monthly,
    next_period_starts_at: subscription.period_end,
  };
}
