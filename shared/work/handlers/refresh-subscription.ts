import { type BillingAccount, isLive, statusOf } from '#commerce/billing/account.ts';
import { applySubscription } from '#commerce/billing/apply-event.ts';
import type { ProviderSubscription } from '#commerce/billing/provider.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { accountOf } from '#store/commerce/billing/accounts.ts';
import { changeActions } from '#store/commerce/billing/change-account.ts';
import { payments } from '#store/commerce/billing/payments.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { transact } from '#store/dynamodb/table.ts';
import { recorderOf } from '../record-in-run.ts';
import type { WorkHandler, WorkRun } from '../run-work.ts';

/** A day after the end of a period its renewal is known, even if every event of it was lost. */
const afterPeriod = 24 * 3600 * 1000;
/** Until then a running subscription is compared once a week. */
const longestPause = 7 * 24 * 3600 * 1000;

/**
 * Compares the stored subscription with the provider's. It corrects what lost events, or events of the same second, have
 * left, and ends a second subscription that two payment pages have begun.
 */
export const refreshSubscription: WorkHandler<'refresh-subscription'> = async ({ payload }, run) => {
  const { brand_id } = payload;
  const stored = await accountOf(commerceTable, brand_id);
  const { subscription } = statusOf(stored, run.now());
  if (subscription === undefined) return 'done';
  await endOthers(stored, subscription, run);
  const moves = await retryOnConflict(() => refresh(brand_id, subscription, run));
  if (moves) await wakeForWork({ kind: 'move-gateway-key', key: brand_id }, run.now(), run.now());
  const after = statusOf(await accountOf(commerceTable, brand_id), run.now());
  if (!isLive(after) || after.subscription === undefined) return 'done';
  const renewed = Date.parse(after.subscription.period_end) + afterPeriod;
  const now = run.now().getTime();
  return { again: new Date(renewed > now ? Math.min(renewed, now + longestPause) : now + afterPeriod) };
};

/** Reads the account before it asks the provider, so that an answer never replaces a later one. */
async function refresh(brandId: string, { id }: ProviderSubscription, run: WorkRun): Promise<boolean> {
  const [before, record] = await Promise.all([
    accountOf(commerceTable, brandId),
    findBrand(commerceTable, brandId),
  ]);
  const found = await payments.findSubscription(id);
  const known = before.subscriptions[id]?.latest.details;
  if (record === undefined || found === undefined || isSame(known, found)) return false;
  const now = run.now();
  const recorder = recorderOf(run);
  const seen = { id: `refresh:${run.newId()}`, at: now.toISOString(), subscription: found };
  const change = applySubscription(before, seen, { brandPlan: record.brand.plan, now });
  const { actions } = changeActions(before, change, {
    brand: record.brand,
    now,
    record: recorder.record,
    refresh: false,
  });
  await transact(commerceTable, actions);
  await recorder.wake();
  return change.plan !== undefined;
}

const isSame = (one: ProviderSubscription | undefined, other: ProviderSubscription) =>
  one !== undefined && JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

const sorted = ({ add_ons, ...rest }: ProviderSubscription) => [
  Object.entries(add_ons).sort(),
  Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)),
];

/** The latest subscription counts. An earlier one that still runs would be paid for in vain. */
async function endOthers(
  { subscriptions }: BillingAccount,
  { id: kept, created }: ProviderSubscription,
  run: WorkRun,
): Promise<void> {
  for (const { latest } of Object.values(subscriptions)) {
    const { id, status } = latest.details;
    const isOver = status === 'canceled' || status === 'expired' || latest.details.created > created;
    if (id === kept || isOver || run.isTimeUp()) continue;
    await payments.cancelNow(id, `superseded-${id}`);
  }
}
