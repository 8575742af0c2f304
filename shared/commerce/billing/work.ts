import { setGatewayKey } from '#commerce/brands/gateway-key-records.ts';
import { brands } from '#commerce/brands/records.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { deployedGatewayKeys } from '#store/adapters/gateway-keys.ts';
import { payments } from '#store/adapters/stripe/stripe.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { wakeForWork } from '#store/commerce/work/outbox.ts';
import { transact } from '#store/dynamodb/table.ts';
import { recorderOf, type WorkHandler, type WorkHandlers, type WorkRun } from '#work/run-work.ts';
import {
  type BillingAccount,
  daysLeft,
  graceEnd,
  isLive,
  nextCollection,
  remindersDue,
  statusOf,
} from './account.ts';
import { applySubscription, applyTime } from './apply-event.ts';
import type { ProviderSubscription } from './provider.ts';
import { accountAttempts, accounts, changeActions, replaceAccount } from './records.ts';

/** A day after the end of a period its renewal is known, even if every event of it was lost. */
const afterPeriod = 24 * 3600 * 1000;
/** Until then a running subscription is compared once a week. */
const longestPause = 7 * 24 * 3600 * 1000;

/**
 * Compares the stored subscription with the provider's. It corrects what lost events, or events of the same second, have
 * left, and ends a second subscription that two payment pages have begun.
 */
const refreshSubscription: WorkHandler<'refresh-subscription'> = async ({ payload }, run) => {
  const { brand_id } = payload;
  const stored = await accounts.find({ brand_id });
  const { subscription } = statusOf(stored, run.now());
  if (subscription === undefined) return 'done';
  await endOthers(stored, subscription, run);
  const moves = await retryOnConflict(() => refresh(brand_id, subscription, run), accountAttempts);
  if (moves) await wakeForWork({ kind: 'set-gateway-key', key: brand_id }, run.now(), run.now());
  const after = statusOf(await accounts.find({ brand_id }), run.now());
  if (!isLive(after) || after.subscription === undefined) return 'done';
  const { period_end, cancel_at = period_end } = after.subscription;
  const renewed = Math.min(Date.parse(period_end), Date.parse(cancel_at)) + afterPeriod;
  const now = run.now().getTime();
  return { again: new Date(renewed > now ? Math.min(renewed, now + longestPause) : now + afterPeriod) };
};

/** Reads the account before it asks the provider, so that an answer never replaces a later one. */
async function refresh(brandId: string, { id }: ProviderSubscription, run: WorkRun): Promise<boolean> {
  const [before, brand] = await Promise.all([
    accounts.find({ brand_id: brandId }),
    brands.find({ brand_id: brandId }),
  ]);
  const found = await payments().findSubscription(id);
  const known = before.subscriptions[id]?.latest.details;
  if (brand === undefined || found === undefined || isSame(known, found)) return false;
  const now = run.now();
  const recorder = recorderOf(run);
  const seen = { id: `refresh:${run.newId()}`, at: now.toISOString(), subscription: found };
  const change = applySubscription(before, seen, { brandPlan: brand.plan, now });
  const { actions } = changeActions(before, change, {
    brand,
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
    await payments().cancelNow(id, `superseded-${id}`);
  }
}

/** Announces the reminders of a failed payment, each once, and at the end of the grace takes the plan away. */
const collectPayment: WorkHandler<'collect-payment'> = async ({ payload }, run) => {
  const ended = await retryOnConflict(() => collect(payload.brand_id, run), accountAttempts);
  if (ended.moves) {
    await wakeForWork({ kind: 'set-gateway-key', key: payload.brand_id }, run.now(), run.now());
  }
  return ended.next === undefined ? 'done' : { again: ended.next };
};

async function collect(brandId: string, run: WorkRun) {
  const now = run.now();
  const [account, brand] = await Promise.all([
    accounts.find({ brand_id: brandId }),
    brands.find({ brand_id: brandId }),
  ]);
  const { state, past_due_since: since } = statusOf(account, now);
  if (brand === undefined || since === undefined) return { moves: false };
  const recorder = recorderOf(run);
  if (state !== 'past_due') {
    const change = applyTime(account, { brandPlan: brand.plan, now });
    if (change.plan === undefined && change.events.length === 0) return { moves: false };
    const { actions } = changeActions(account, change, {
      brand,
      now,
      record: recorder.record,
      refresh: false,
    });
    await transact(commerceTable, actions);
    await recorder.wake();
    return { moves: change.plan !== undefined };
  }
  const next = nextCollection(since, now);
  const due = remindersDue(since, now);
  const sent = account.reminded?.since === since ? account.reminded.count : 0;
  if (due > sent) {
    // After a time without runs, one reminder stands for all that are due.
    const after = { ...account, reminded: { since, count: due } };
    await transact(commerceTable, [
      replaceAccount(account, after),
      ...recorder.record(brandId, [reminder(since, now)]),
    ]);
    await recorder.wake();
  }
  return { moves: false, ...(next !== undefined && { next }) };
}

const reminder = (since: string, now: Date): OutgoingEvent => ({
  type: 'subscription.payment_reminder',
  data: {
    past_due_since: since,
    grace_ends_at: graceEnd(since).toISOString(),
    days_left: daysLeft(since, now),
  },
});

const gatewayKeys = deployedGatewayKeys();

const setKey: WorkHandler<'set-gateway-key'> = async ({ payload }, run) =>
  (await setGatewayKey(commerceTable, payload.brand_id, gatewayKeys, run.now))
    ? 'done'
    : { again: run.now() };

/** The handlers of the worker `settle-billing`, by kind. */
export const settleBillingHandlers: WorkHandlers<'settle-billing'> = {
  'refresh-subscription': refreshSubscription,
  'collect-payment': collectPayment,
  'set-gateway-key': setKey,
};
