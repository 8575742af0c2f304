import type { BillingAccount } from '#commerce/billing/account.ts';
import type { BillingChange } from '#commerce/billing/apply-event.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import type { OutgoingEvent } from '#contract/commerce/events.ts';
import type { WorkMessage } from '#contract/commerce/work.ts';
import type { PlanName } from '#contract/plans.ts';
import type { TransactAction } from '../../dynamodb/table.ts';
import { brandKey } from '../commerce-keys.ts';
import { scheduleWork } from '../work/work-items.ts';
import { accountAction } from './accounts.ts';

/** After this time without another event the provider is asked, so that events of the same second cannot mislead. */
const refreshMilliseconds = 60_000;

export type RecordEvents = (brandId: string, events: readonly OutgoingEvent[]) => readonly TransactAction[];

export interface ChangeActions {
  readonly actions: readonly TransactAction[];
  /** Work to wake after the transaction. */
  readonly due: readonly WorkMessage[];
}

/**
 * The actions of a change: the account, the plan of the brand, the events, and the work that follows. The gateway key is
 * set by separate work, which is repeated until API Gateway has the key.
 */
export function changeActions(
  before: BillingAccount,
  { account, plan, events, collectAt }: BillingChange,
  {
    brand,
    now,
    record,
    refresh = true,
  }: {
    readonly brand: Brand;
    readonly now: Date;
    readonly record: RecordEvents;
    /** False in the work that has just asked the provider. */
    readonly refresh?: boolean;
  },
): ChangeActions {
  const { id: brand_id } = brand;
  const work = (kind: 'refresh-subscription' | 'collect-payment' | 'set-gateway-key', due: Date) =>
    scheduleWork({ kind, key: brand_id, due, payload: { brand_id } });
  return {
    actions: [
      accountAction(before, account),
      ...(plan === undefined ? [] : [planAction(brand, plan, now), work('set-gateway-key', now)]),
      ...record(brand_id, events),
      ...(collectAt === undefined ? [] : [work('collect-payment', collectAt)]),
      ...(refresh ? [work('refresh-subscription', new Date(now.getTime() + refreshMilliseconds))] : []),
    ],
    due: plan === undefined ? [] : [{ kind: 'set-gateway-key', key: brand_id }],
  };
}

/** The action that changes the plan of the brand. It fails if the brand has changed meanwhile. */
const planAction = ({ id, version }: Brand, plan: PlanName, now: Date): TransactAction => ({
  Update: {
    Key: { ...brandKey(id) },
    UpdateExpression: 'SET #plan = :plan, updated_at = :now, version = :next',
    ConditionExpression: 'version = :before',
    ExpressionAttributeNames: { '#plan': 'plan' },
    ExpressionAttributeValues: {
      ':plan': plan,
      ':now': now.toISOString(),
      ':before': version,
      ':next': version + 1,
    },
  },
});
