import { ApiError } from '#contract/errors.ts';
import {
  type AddOnName,
  addOnNames,
  addOns,
  type EntitlementName,
  type PlanName,
  planNames,
  plans,
} from '#contract/plans.ts';
import { type BillingAccount, statusOf } from './account.ts';
import type { Quantities } from './catalog.ts';
import { isLapsed } from './lifecycle.ts';

/** What a brand has that limits it. */
export interface Allowance {
  readonly plan: PlanName;
  readonly add_ons: Quantities;
  /** `lapsed`: nothing that a plan limits can grow. `unlimited`: the brand never subscribed. */
  readonly kind: 'subscribed' | 'lapsed' | 'unlimited';
}

/** Whether the limits of its plan apply to a brand that never subscribed. */
export type UnsubscribedRule = 'unlimited' | 'limited';

export function allowanceOf(
  account: BillingAccount | undefined,
  brandPlan: PlanName,
  { now, unsubscribed }: { readonly now: Date; readonly unsubscribed: UnsubscribedRule },
): Allowance {
  const { state = 'none', subscription } = account ? statusOf(account, now) : {};
  if (state === 'none' || state === 'incomplete') {
    return { plan: brandPlan, add_ons: {}, kind: unsubscribed === 'limited' ? 'subscribed' : 'unlimited' };
  }
  if (isLapsed(state)) return { plan: 'starter', add_ons: {}, kind: 'lapsed' };
  return { plan: subscription?.plan ?? brandPlan, add_ons: subscription?.add_ons ?? {}, kind: 'subscribed' };
}

/** The limit; undefined without one. */
export function limitOf({ plan, add_ons, kind }: Allowance, name: EntitlementName): number | undefined {
  if (kind === 'unlimited') return undefined;
  if (kind === 'lapsed') return 0;
  return addOnNames.reduce<number>(
    (sum, addOn) => sum + addedBy(addOn, name) * (add_ons[addOn] ?? 0),
    plans[plan].entitlements[name],
  );
}

function addedBy(addOn: AddOnName, name: EntitlementName): number {
  const adds: Readonly<Partial<Record<EntitlementName, number>>> = addOns[addOn].adds;
  return adds[name] ?? 0;
}

/**
 * Refuses a use beyond the limit.
 *
 * @throws ApiError payment_required, whose details name the limit, the use, and what lifts the limit
 */
export function requireRoom(
  allowance: Allowance,
  name: EntitlementName,
  { used, amount }: { readonly used: number; readonly amount: number },
): void {
  const limit = limitOf(allowance, name);
  if (limit === undefined || used + amount <= limit) return;
  throw paymentRequired(allowance, name, { used, amount, limit });
}

function paymentRequired(
  allowance: Allowance,
  name: EntitlementName,
  { used, amount, limit }: { readonly used: number; readonly amount: number; readonly limit: number },
): ApiError {
  const lifted_by = liftedBy(allowance, name, used + amount);
  const words = name.replaceAll('_', ' ');
  const message =
    allowance.kind === 'lapsed'
      ? `The subscription of the brand is not active; subscribe again for more ${words}`
      : `The plan includes ${limit} ${words} and ${used} are used; ${amount} more need ${
          lifted_by.length > 0 ? 'a change of plan or add-ons' : 'a limit above that of every plan'
        }`;
  return new ApiError('payment_required', {
    details: [
      {
        path: ['body', 'brand_id'],
        message,
        code: 'limit_reached',
        entitlement: name,
        limit,
        used,
        lifted_by,
      },
    ],
  });
}

/** Plans that include the wanted number, then add-ons of the present plan that raise it. */
function liftedBy({ plan, kind }: Allowance, name: EntitlementName, wanted: number): readonly string[] {
  const larger = planNames.filter(
    (other) => (kind === 'lapsed' || other !== plan) && plans[other].entitlements[name] >= wanted,
  );
  const raising = kind === 'lapsed' ? [] : addOnNames.filter((addOn) => addedBy(addOn, name) > 0);
  return [...larger.map((one) => `plan:${one}`), ...raising.map((one) => `add_on:${one}`)];
}

/** Period of a monthly entitlement, such as `2026-11`. */
export const monthOf = (now: Date): string => now.toISOString().slice(0, 'YYYY-MM'.length);
