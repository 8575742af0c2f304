import { type BillingAccount, isLive, statusOf } from '#commerce/billing/account.ts';
import { applySubscription } from '#commerce/billing/apply-event.ts';
import type { Quantities } from '#commerce/billing/catalog.ts';
import type { PaymentProvider, ProviderSubscription, SubscribedItems } from '#commerce/billing/provider.ts';
import { showSubscription } from '#commerce/billing/show-subscription.ts';
import type { Subscription } from '#contract/commerce/billing-records.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import { commerceEnvironment } from '#contract/environment.ts';
import { ApiError, found } from '#contract/errors.ts';
import type { PlanName } from '#contract/plans.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { findBrand } from '../brands.ts';
import { accountOf } from './accounts.ts';
import { changeActions, type RecordEvents } from './change-account.ts';
import { readUses, unsubscribedRule } from './entitlements.ts';

export interface SubscriptionChange {
  readonly plan?: PlanName;
  /** Units in total; 0 removes an add-on. */
  readonly add_ons?: Quantities;
  readonly cancel_at_period_end?: boolean;
  readonly proration_date?: string;
}

interface ChangeOrder<Reply> {
  readonly brandId: string;
  readonly change: SubscriptionChange;
  /** Identifies the request and its repetitions. */
  readonly reference: string;
  readonly now: Date;
  readonly record: RecordEvents;
  readonly replyOf: (subscription: Subscription) => Reply;
  readonly recordReply?: (reply: Reply) => readonly TransactAction[];
}

/**
 * Changes the subscription at the provider, then stores what the provider answered. If the second step fails, the event of
 * the provider does the same.
 *
 * @throws ApiError not_subscribed, payment_declined
 */
export async function changeAtProvider<Reply>(
  table: Table,
  provider: Pick<PaymentProvider, 'changeItems' | 'setCancellation'>,
  { brandId, change, reference, now, record, replyOf, recordReply }: ChangeOrder<Reply>,
): Promise<{ readonly reply: Reply; readonly due: readonly WorkMessage[] }> {
  const subscription = await changed(
    provider,
    liveSubscription(await accountOf(table, brandId), now),
    change,
    reference,
  );
  return retryOnConflict(async () => {
    const [account, stored, used] = await Promise.all([
      accountOf(table, brandId),
      findBrand(table, brandId),
      readUses(table, brandId, now),
    ]);
    const { brand } = found(stored);
    const seen = { id: `request:${reference}`, at: now.toISOString(), subscription };
    const after = applySubscription(account, seen, { brandPlan: brand.plan, now });
    const reply = replyOf(
      showSubscription(brandId, {
        account: after.account,
        brandPlan: after.plan ?? brand.plan,
        currency: commerceEnvironment.parse(process.env).DEFAULT_CURRENCY,
        used,
        unsubscribed: unsubscribedRule(),
        now,
      }),
    );
    const { actions, due } = changeActions(account, after, { brand, now, record });
    await transact(table, [...actions, ...(recordReply?.(reply) ?? [])]);
    return { reply, due };
  });
}

async function changed(
  provider: Pick<PaymentProvider, 'changeItems' | 'setCancellation'>,
  subscription: ProviderSubscription,
  change: SubscriptionChange,
  reference: string,
): Promise<ProviderSubscription> {
  const { plan, add_ons, cancel_at_period_end, proration_date } = change;
  let latest = subscription;
  if (plan !== undefined || add_ons !== undefined) {
    latest = await provider.changeItems(subscription.id, itemsAfter(subscription, change), {
      key: `items-${reference}`,
      ...(proration_date !== undefined && { proration_date }),
    });
  }
  if (cancel_at_period_end !== undefined) {
    latest = await provider.setCancellation(subscription.id, cancel_at_period_end, `cancel-${reference}`);
  }
  return latest;
}

/** What the brand subscribes to after the change. */
export function itemsAfter(
  { plan, add_ons }: ProviderSubscription,
  change: Pick<SubscriptionChange, 'plan' | 'add_ons'>,
): SubscribedItems {
  const chosen = change.plan ?? plan;
  // The plan of the subscription is not of our catalog, so it cannot stay beside add-ons of ours.
  if (chosen === undefined) throw new ApiError('not_subscribed');
  return { plan: chosen, add_ons: { ...add_ons, ...change.add_ons } };
}

/** @throws ApiError not_subscribed */
export function liveSubscription(account: BillingAccount, now: Date): ProviderSubscription {
  const status = statusOf(account, now);
  if (status.subscription === undefined || !isLive(status)) throw new ApiError('not_subscribed');
  return status.subscription;
}
