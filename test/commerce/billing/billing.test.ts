import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import {
  type BillingAccount,
  daysLeft,
  newAccount,
  nextCollection,
  planOf,
  remindersDue,
  stateAfter,
  statusOf,
  transitions,
} from '#commerce/billing/account.ts';
import {
  applyInvoice,
  applySubscription,
  applyTime,
  type InvoiceRecord,
} from '#commerce/billing/apply-event.ts';
import { billingStates } from '#commerce/billing/billing-fields.ts';
import { allowanceOf, limitOf, requireRoom } from '#commerce/billing/entitlement-records.ts';
import {
  itemOfPriceKey,
  monthlyCents,
  type ProviderInvoice,
  type ProviderStatus,
  type ProviderSubscription,
  pricedItems,
  priceKeyOf,
} from '#commerce/billing/provider.ts';
import { ApiError } from '#contract/errors.ts';

const start = Date.parse('2026-03-01T08:00:00.000Z');
const day = 86_400_000;
const timeAt = (days: number) => new Date(start + days * day).toISOString();

const subscriptionOf = (fields: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: 'sub_1',
  customer_id: 'cus_1',
  status: 'active',
  plan: 'farm',
  add_ons: {},
  monthly_cents: 4900,
  currency: 'USD',
  created: timeAt(0),
  period_start: timeAt(0),
  period_end: timeAt(31),
  ...fields,
});

/** A subscription that was seen at this time. */
const seenAt = (
  days: number,
  status: ProviderStatus,
  fields: Partial<ProviderSubscription> & { readonly event?: string } = {},
) => {
  const { event = `evt_${days}_${status}`, ...details } = fields;
  return { id: event, at: timeAt(days), subscription: subscriptionOf({ ...details, status }) };
};

const invoiceOf = (fields: Partial<ProviderInvoice> = {}): ProviderInvoice => ({
  id: 'in_1',
  customer_id: 'cus_1',
  number: 'A-1',
  status: 'open',
  currency: 'USD',
  total_cents: 4900,
  amount_due_cents: 4900,
  amount_paid_cents: 0,
  attempt_count: 1,
  failed: false,
  created: timeAt(0),
  period_start: timeAt(0),
  period_end: timeAt(31),
  ...fields,
});

const brand = 'b1';
const later = (days: number) => new Date(start + days * day);

type Seen = ReturnType<typeof seenAt>;

const knownFrom = (observed: readonly Seen[], days = 1000): BillingAccount =>
  observed.reduce<BillingAccount>(
    (account, seen) => applySubscription(account, seen, { brandPlan: 'starter', now: later(days) }).account,
    newAccount(brand),
  );

const stateOf = (observed: readonly Seen[], days: number) =>
  statusOf(knownFrom(observed, days), later(days)).state;

describe('the transition table', () => {
  test('has at most one row for a state and a status', () => {
    const rows = Object.values(transitions).flatMap(({ from, on }) => from.map((state) => `${state} ${on}`));
    expect(new Set(rows).size).toBe(rows.length);
  });

  test('reaches every state, and leaves every state', () => {
    const rows = Object.values(transitions);
    for (const state of billingStates) {
      expect(rows.some(({ to }) => to === state)).toBe(true);
      expect(rows.some(({ from }) => from.some((one) => one === state))).toBe(true);
    }
  });

  test('a page that was not completed ends no running subscription', () => {
    expect(stateAfter('active', 'incomplete')).toBeUndefined();
    expect(stateAfter('active', 'expired')).toBeUndefined();
  });
});

describe('the state of a brand', () => {
  test.each<readonly [string, readonly Seen[], number, string]>([
    ['begins with its payment', [seenAt(0, 'incomplete'), seenAt(0.001, 'active')], 1, 'active'],
    ['is none after a page that expired', [seenAt(0, 'incomplete'), seenAt(1, 'expired')], 2, 'none'],
    ['keeps its plan within the grace', [seenAt(0, 'active'), seenAt(31, 'past_due')], 44.9, 'past_due'],
    ['is suspended after the grace', [seenAt(0, 'active'), seenAt(31, 'past_due')], 45, 'suspended'],
    [
      'recovers by a payment, also after the grace',
      [seenAt(0, 'active'), seenAt(31, 'past_due'), seenAt(50, 'active')],
      51,
      'active',
    ],
    ['is paused and resumed', [seenAt(0, 'active'), seenAt(1, 'paused'), seenAt(2, 'active')], 3, 'active'],
    ['ends', [seenAt(0, 'active'), seenAt(5, 'canceled')], 6, 'canceled'],
    [
      'is active again by another subscription',
      [seenAt(0, 'active'), seenAt(5, 'canceled'), seenAt(9, 'active', { id: 'sub_2', created: timeAt(9) })],
      10,
      'active',
    ],
    [
      'does not return by a late event of an ended subscription',
      [seenAt(5, 'canceled'), seenAt(6, 'active')],
      10,
      'canceled',
    ],
  ])('%s', (_, observed, days, state) => {
    expect(stateOf(observed, days)).toBe(state);
  });

  test('within one second the later status wins', () => {
    const ended = [
      seenAt(1, 'past_due'),
      seenAt(1, 'active'),
      seenAt(1, 'canceled'),
      seenAt(0, 'incomplete'),
    ];
    expect(stateOf(ended, 2)).toBe('canceled');
  });

  test.each(['evt_a', 'evt_z'])('within one second a cancellation wins: %s', (event) => {
    const seen = [
      seenAt(1, 'active', { event: 'evt_m' }),
      seenAt(1, 'active', { event, cancel_at: timeAt(9) }),
    ];
    for (const observed of [seen, seen.toReversed()])
      expect(statusOf(knownFrom(observed), later(2)).subscription).toMatchObject({ cancel_at: timeAt(9) });
  });

  test('counts the grace from the first failure of a run, in whatever order the events arrive', () => {
    const failures = [
      seenAt(33, 'past_due'),
      seenAt(31, 'past_due'),
      seenAt(0, 'active'),
      seenAt(35, 'past_due'),
    ];
    expect(statusOf(knownFrom(failures), later(36)).past_due_since).toBe(timeAt(31));
  });

  test('gives the plan of the subscription, Starter after its end, and nothing before its begin', () => {
    const plan = (observed: readonly Seen[], days: number) =>
      planOf(statusOf(knownFrom(observed), later(days)));
    expect(plan([], 1)).toBeUndefined();
    expect(plan([seenAt(0, 'incomplete')], 1)).toBeUndefined();
    expect(plan([seenAt(0, 'active', { plan: 'enterprise' })], 1)).toBe('enterprise');
    expect(plan([seenAt(0, 'active'), seenAt(5, 'canceled')], 6)).toBe('starter');
  });
});

describe('events of a change', () => {
  const now = later(1);

  test('name the status and plan before and after', () => {
    const { events, plan } = applySubscription(newAccount(brand), seenAt(0, 'active'), {
      brandPlan: 'starter',
      now,
    });
    expect(plan).toBe('farm');
    expect(events).toMatchObject([
      { type: 'subscription.changed', data: { status: 'active', previous_status: 'none', plan: 'farm' } },
    ]);
  });

  test('are none for a repetition', () => {
    const account = knownFrom([seenAt(0, 'active')], 1);
    const again = applySubscription(account, seenAt(0, 'active'), { brandPlan: 'farm', now });
    expect(again).toMatchObject({ events: [] });
    expect(again.plan).toBeUndefined();
  });

  test('announce the end of the grace once', () => {
    const account = knownFrom([seenAt(0, 'active'), seenAt(1, 'past_due')], 2);
    const ended = applyTime(account, { brandPlan: 'farm', now: later(16) });
    expect(ended).toMatchObject({ plan: 'starter', events: [{ data: { status: 'suspended' } }] });
    expect(applyTime(ended.account, { brandPlan: 'starter', now: later(17) }).events).toEqual([]);
  });
});

const statuses: readonly ProviderStatus[] = [
  'incomplete',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
  'expired',
];

/** Observations of three subscriptions; many share their second. */
const observation = fc
  .record({
    subscription: fc.integer({ min: 1, max: 3 }),
    hour: fc.integer({ min: 0, max: 60 * 24 }),
    status: fc.constantFrom(...statuses),
    plan: fc.constantFrom('starter' as const, 'farm' as const, 'enterprise' as const),
    event: fc.uuid(),
    end: fc.constantFrom({}, { cancel_at: timeAt(31) }, { cancel_at: timeAt(40) }),
  })
  .map(({ subscription, hour, status, plan, event, end }) =>
    seenAt(hour / 24, status, {
      ...end,
      event,
      plan,
      id: `sub_${subscription}`,
      created: timeAt(subscription),
    }),
  );

describe('the same end state', () => {
  test('from events in any order, and repeated', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(observation, { selector: ({ id }) => id, maxLength: 120 }).chain((observed) =>
          fc.record({
            observed: fc.constant(observed),
            shuffled: fc.shuffledSubarray([...observed, ...observed], {
              minLength: observed.length * 2,
            }),
          }),
        ),
        ({ observed, shuffled }) => {
          const [one, other] = [knownFrom(observed), knownFrom(shuffled)];
          expect(other.subscriptions).toEqual(one.subscriptions);
          expect(statusOf(other, later(70))).toEqual(statusOf(one, later(70)));
        },
      ),
      { numRuns: 60 },
    );
  });

  test('from the events of an invoice in any order, with each notice at most once', () => {
    const event = (details: Parameters<typeof invoiceOf>[0], days: number) =>
      ({
        id: `evt_${days}_${details?.status}`,
        type: 'invoice.updated',
        created: timeAt(days),
        kind: 'invoice',
        invoice: invoiceOf(details),
      }) as const;
    const inOrder = [
      event({ attempt_count: 0 }, 0),
      event({ attempt_count: 1, failed: true }, 1),
      event({ attempt_count: 2, failed: true }, 3),
      event({ attempt_count: 3, status: 'paid', amount_paid_cents: 4900 }, 5),
    ];
    const run = (events: typeof inOrder) => {
      const types: string[] = [];
      const record = events.reduce<InvoiceRecord | undefined>((before, one) => {
        const applied = applyInvoice(before, one);
        types.push(...applied.events.map(({ type }) => type));
        return applied.record;
      }, undefined);
      return { record, types };
    };
    const { record, types } = run(inOrder);
    expect(types).toEqual(['invoice.payment_failed', 'invoice.payment_failed', 'invoice.paid']);
    fc.assert(
      fc.property(fc.shuffledSubarray([...inOrder, ...inOrder], { minLength: 8 }), (shuffled) => {
        const other = run(shuffled);
        expect(other.record).toEqual(record);
        expect(other.types.filter((type) => type === 'invoice.paid')).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});

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
