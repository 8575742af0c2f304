import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const currency = 'USD';
const periodEnd = '2026-04-02T16:04:05.000Z';

const price = (amount: number) => ({
  price_per_month: amount,
  price_per_month_cents: amount * 100,
  currency,
});

const subscription = {
  brand_id: ids.brand,
  status: 'active',
  plan: 'farm',
  add_ons: [{ add_on: 'extra_seats', quantity: 2 }],
  price_per_month: 57,
  price_per_month_cents: 5700,
  currency,
  current_period_start: createdAt,
  current_period_end: periodEnd,
  cancel_at_period_end: false,
  entitlements: [
    { entitlement: 'campaign_sends', limit: 20_000, used: 1_240 },
    { entitlement: 'members', limit: 20, used: 11 },
    { entitlement: 'products', limit: 2_500 },
    { entitlement: 'brands', limit: 3, used: 1 },
    { entitlement: 'webhook_endpoints', limit: 10, used: 1 },
  ],
};

const amounts = (cents: number) => ({
  total: cents / 100,
  total_cents: cents,
  amount_due: cents / 100,
  amount_due_cents: cents,
  amount_paid: cents / 100,
  amount_paid_cents: cents,
});

const returns = {
  success_url: 'https://app.meadow.example/billing?done=1',
  cancel_url: 'https://app.meadow.example/billing',
};

export const billingExamples: OperationExamples = {
  'get-plans': {
    response: {
      data: {
        plans: [
          {
            plan: 'farm',
            ...price(49),
            entitlements: {
              campaign_sends: 20_000,
              members: 10,
              products: 2_500,
              brands: 3,
              webhook_endpoints: 10,
            },
            api_requests: { per_month: 500_000, per_second: 50, burst: 100 },
          },
        ],
        add_ons: [{ add_on: 'extra_seats', ...price(4), adds: { members: 5 } }],
        grace_days: 14,
      },
    },
  },
  'get-subscription': { parameters: { brand_id: ids.brand }, response: { data: subscription } },
  'change-subscription': {
    body: { brand_id: ids.brand, plan: 'farm' },
    response: { data: subscription },
  },
  'create-checkout': {
    body: {
      brand_id: ids.brand,
      plan: 'farm',
      add_ons: [{ add_on: 'extra_seats', quantity: 2 }],
      ...returns,
    },
    response: {
      data: { url: 'https://checkout.stripe.com/c/pay/cs_live_a1YS1URlnyQC', expires_at: changedAt },
    },
  },
  'create-portal': {
    body: { brand_id: ids.brand, return_url: returns.cancel_url },
    response: { data: { url: 'https://billing.stripe.com/p/session/bps_1Pgc7HB7WZ01' } },
  },
  'list-add-ons': {
    parameters: { brand_id: ids.brand },
    response: {
      data: [
        { add_on: 'extra_sends', quantity: 0, ...price(5), adds: { campaign_sends: 5_000 } },
        { add_on: 'extra_brands', quantity: 0, ...price(15), adds: { brands: 1 } },
        { add_on: 'extra_seats', quantity: 2, ...price(4), adds: { members: 5 } },
      ],
    },
  },
  'set-add-on': {
    body: { brand_id: ids.brand, add_on: 'extra_seats', quantity: 2 },
    response: { data: subscription },
  },
  'preview-add-ons': {
    body: { brand_id: ids.brand, add_ons: [{ add_on: 'extra_seats', quantity: 2 }] },
    response: {
      data: {
        proration_date: createdAt,
        currency,
        due_now: 4,
        due_now_cents: 400,
        lines: [{ description: 'Remaining time on 2 × Granary Extra seats', amount: 4, amount_cents: 400 }],
        price_per_month: 57,
        price_per_month_cents: 5700,
        next_period_starts_at: periodEnd,
      },
    },
  },
  'remove-add-on': { parameters: { add_on: 'extra_seats', brand_id: ids.brand } },
  'list-invoices': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: {
      data: [
        {
          id: 'in_1Pgc6tB7WZ01zgkWu9fdqL6I',
          brand_id: ids.brand,
          number: 'A7F3-0001',
          status: 'paid',
          currency,
          ...amounts(5700),
          attempt_count: 1,
          period_start: createdAt,
          period_end: periodEnd,
          created_at: createdAt,
          hosted_url: 'https://invoice.stripe.com/i/acct_1/in_1Pgc6t',
        },
      ],
      pagination: { next_cursor: null, has_more: false },
    },
  },
  'receive-stripe-event': {
    body: '{"id":"evt_1Pgc76B7WZ01zgkWwyRHS12y","object":"event","type":"invoice.paid","created":1772467445,"data":{"object":{}}}',
    response: { data: { id: 'evt_1Pgc76B7WZ01zgkWwyRHS12y', outcome: 'applied' } },
  },
};
