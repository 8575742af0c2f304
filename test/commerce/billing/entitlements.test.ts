import { describe, expect, test } from '@jest/globals';
import { newAccount } from '#commerce/billing/account.ts';
import { applySubscription } from '#commerce/billing/apply-event.ts';
import { itemOfPriceKey, monthlyCents, pricedItems, priceKeyOf } from '#commerce/billing/catalog.ts';
import { allowanceOf, limitOf, requireRoom } from '#commerce/billing/entitlements.ts';
import type { ProviderStatus, ProviderSubscription } from '#commerce/billing/provider.ts';
import { daysLeft, nextCollection, remindersDue } from '#commerce/billing/reminders.ts';
import { ApiError } from '#contract/errors.ts';
import { day, seenAt, start, timeAt } from './subscriptions.ts';

const now = new Date(start + 2 * day);
const unsubscribed = 'unlimited';

const allowance = (status: ProviderStatus, fields: Partial<ProviderSubscription> = {}) => {
  const { account } = applySubscription(newAccount('b1'), seenAt(1, status, fields), {
    brandPlan: 'starter',
    now,
  });
  return allowanceOf(account, 'starter', { now, unsubscribed });
};

const refusal = (run: () => void): ApiError => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('Nothing was refused');
};

describe('limits', () => {
  test('are those of the plan and its add-ons', () => {
    const farm = allowance('active', { add_ons: { extra_seats: 2, extra_sends: 1 } });
    expect(limitOf(farm, 'members')).toBe(20);
    expect(limitOf(farm, 'campaign_sends')).toBe(25_000);
    expect(limitOf(farm, 'products')).toBe(2_500);
  });

  test('are none for a brand that never subscribed, unless the deployment wants them', () => {
    expect(limitOf(allowanceOf(undefined, 'starter', { now, unsubscribed }), 'members')).toBeUndefined();
    const limited = allowanceOf(undefined, 'farm', { now, unsubscribed: 'limited' });
    expect(limitOf(limited, 'members')).toBe(10);
  });

  test('allow no growth after the subscription has ended', () => {
    expect(limitOf(allowance('canceled'), 'members')).toBe(0);
    expect(limitOf(allowance('past_due'), 'members')).toBe(10);
  });
});

describe('a refusal', () => {
  test('is 402 with the limit, the use and what lifts the limit', () => {
    const starter = allowance('active', { plan: 'starter' });
    requireRoom(starter, 'members', { used: 2, amount: 1 });
    const { status, code, details } = refusal(() => requireRoom(starter, 'members', { used: 3, amount: 1 }));
    expect({ status, code }).toEqual({ status: 402, code: 'payment_required' });
    expect(details).toEqual([
      {
        path: ['body', 'brand_id'],
        message: expect.stringContaining('3 members'),
        code: 'limit_reached',
        entitlement: 'members',
        limit: 3,
        used: 3,
        lifted_by: ['plan:farm', 'plan:enterprise', 'add_on:extra_seats'],
      },
    ]);
  });

  test('names only plans that include the wanted number', () => {
    const { details } = refusal(() =>
      requireRoom(allowance('active'), 'campaign_sends', { used: 0, amount: 50_000 }),
    );
    expect(details?.[0]?.lifted_by).toEqual(['plan:enterprise', 'add_on:extra_sends']);
  });
});

describe('the catalog', () => {
  test('has a price key for each item, also of earlier prices', () => {
    for (const item of pricedItems) expect(itemOfPriceKey(priceKeyOf(item, 'USD'))).toBe(item);
    expect(itemOfPriceKey('granary_farm_3900_eur')).toBe('farm');
    expect(itemOfPriceKey('granary_barn_3900_eur')).toBeUndefined();
    expect(priceKeyOf('starter', 'EUR')).toBe('granary_starter_900_eur');
  });

  test('adds plan and add-ons in cents', () => {
    expect(monthlyCents({ plan: 'farm', add_ons: { extra_seats: 2, extra_brands: 1 } })).toBe(
      4900 + 800 + 1500,
    );
  });
});

test('reminders follow on days 3, 7 and 12, and the grace ends on day 14', () => {
  const since = timeAt(0);
  const at = (days: number) => new Date(start + days * day);
  expect([0, 3, 7, 12, 14].map((days) => nextCollection(since, at(days))?.toISOString())).toEqual([
    timeAt(3),
    timeAt(7),
    timeAt(12),
    timeAt(14),
    undefined,
  ]);
  expect([2, 3, 8, 13].map((days) => remindersDue(since, at(days)))).toEqual([0, 1, 2, 3]);
  expect(daysLeft(since, at(3))).toBe(11);
});
