import { statusOf } from '#commerce/billing/account.ts';
import { applyTime } from '#commerce/billing/apply-event.ts';
import { daysLeft, graceEnd, nextCollection, remindersDue } from '#commerce/billing/reminders.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { accountAction, accountOf } from '#store/commerce/billing/accounts.ts';
import { changeActions } from '#store/commerce/billing/change-account.ts';
import { findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { transact } from '#store/dynamodb/table.ts';
import { recorderOf } from '../record-in-run.ts';
import type { WorkHandler, WorkRun } from '../run-work.ts';

/** Announces the reminders of a failed payment, each once, and at the end of the grace takes the plan away. */
export const collectPayment: WorkHandler<'collect-payment'> = async ({ payload }, run) => {
  const ended = await retryOnConflict(() => collect(payload.brand_id, run));
  if (ended.moves) {
    await wakeForWork({ kind: 'move-gateway-key', key: payload.brand_id }, run.now(), run.now());
  }
  return ended.next === undefined ? 'done' : { again: ended.next };
};

async function collect(brandId: string, run: WorkRun) {
  const now = run.now();
  const [account, record] = await Promise.all([
    accountOf(commerceTable, brandId),
    findBrand(commerceTable, brandId),
  ]);
  const { state, past_due_since: since } = statusOf(account, now);
  if (record === undefined || since === undefined) return { moves: false };
  const recorder = recorderOf(run);
  if (state !== 'past_due') {
    const change = applyTime(account, { brandPlan: record.brand.plan, now });
    if (change.plan === undefined && change.events.length === 0) return { moves: false };
    const { actions } = changeActions(account, change, {
      brand: record.brand,
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
      accountAction(account, after),
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
