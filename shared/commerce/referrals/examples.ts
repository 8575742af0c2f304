import { changedAt, createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const reward = { kind: 'percent', percent: 10, max_cents: 2000 };
const settings = {
  shop_url: 'https://shop.meadow.example/market',
  reward,
  minimum_order_cents: 1000,
  expires_days: 180,
};
const rewardId = '0199a1c7-19b6-7f02-8c51-2b9e6d4a0f73';
const expiresAt = '2026-08-29T17:30:00.000Z';

const link = {
  brand_id: ids.brand,
  referral_code: 'MEADOW10',
  channel: 'whatsapp',
  url: 'https://api.meadow.example/api/v1/r/Hq3vZ0pXw8Lm4TsYbN2c',
  share_count: 1,
  visitor_count: 0,
  created_at: createdAt,
};

const lastPage = { next_cursor: null, has_more: false };

const entry = {
  id: '0199a1ca-2f47-7b8d-9a36-7c1d5e0b4f29',
  kind: 'redeemed',
  cents: -500,
  balance_cents: 850,
  order_id: ids.order,
  created_at: changedAt,
};

const redemption = {
  brand_id: ids.brand,
  referred_email: 'basil.thorn@example.com',
  referral_code: 'MEADOW10',
};

const code = {
  id: ids.referralCode,
  brand_id: ids.brand,
  code: 'MEADOW10',
  description: 'Ten percent off the first box',
  redemption_count: 4,
  created_at: createdAt,
};

export const referralExamples: OperationExamples = {
  'redeem-referral': {
    body: redemption,
    response: {
      data: { id: ids.referral, ...redemption, referred_user_id: ids.customer, created_at: createdAt },
    },
  },
  'create-referral-code': {
    body: { brand_id: ids.brand, code: code.code, description: code.description },
    response: { data: { ...code, redemption_count: 0 } },
  },
  'list-referral-codes': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [code], pagination: lastPage },
  },
  'get-referral-settings': {
    parameters: { brand_id: ids.brand },
    response: { data: { brand_id: ids.brand, ...settings, updated_at: createdAt, version: 1 } },
  },
  'update-referral-settings': {
    parameters: { brand_id: ids.brand },
    body: settings,
    response: { data: { brand_id: ids.brand, ...settings, updated_at: createdAt, version: 1 } },
  },
  'create-customer-code': {
    body: {
      brand_id: ids.brand,
      customer_email: 'olive.fern@example.com',
      customer_phone: '+1 303-555-0142',
    },
    response: {
      data: {
        id: ids.referralCode,
        brand_id: ids.brand,
        code: 'K7TQ2MWX9C',
        redemption_count: 0,
        customer_id: ids.customer,
        created_at: createdAt,
      },
    },
  },
  'share-referral': {
    body: { brand_id: ids.brand, referral_code: 'MEADOW10', channel: 'whatsapp' },
    response: { data: link },
  },
  'list-shares': {
    parameters: { brand_id: ids.brand, referral_code: 'MEADOW10', limit: 50 },
    response: { data: [{ ...link, share_count: 3, visitor_count: 12 }], pagination: lastPage },
  },
  'follow-referral-link': { parameters: { code: 'Hq3vZ0pXw8Lm4TsYbN2c' } },
  'list-rewards': {
    parameters: { brand_id: ids.brand, customer_id: ids.customer, limit: 50 },
    response: {
      data: [
        {
          id: rewardId,
          brand_id: ids.brand,
          customer_id: ids.customer,
          referral_id: ids.referral,
          referral_code: 'K7TQ2MWX9C',
          referred_user_id: '5d1c8e04-7a2f-5b93-8c60-e4f7a9b3d215',
          state: 'earned',
          rule: reward,
          minimum_order_cents: 1000,
          expires_days: 180,
          cents: 1350,
          remaining_cents: 850,
          order_id: ids.order,
          created_at: createdAt,
          earned_at: changedAt,
          expires_at: expiresAt,
        },
      ],
      pagination: lastPage,
    },
  },
  'get-credit': {
    parameters: { brand_id: ids.brand, customer_id: ids.customer },
    response: {
      data: {
        brand_id: ids.brand,
        customer_id: ids.customer,
        currency: 'USD',
        balance_cents: 850,
        lots: [{ reward_id: rewardId, cents: 850, expires_at: expiresAt }],
        entries: [entry],
      },
    },
  },
  'redeem-credit': {
    body: { brand_id: ids.brand, order_id: ids.order, cents: 500 },
    response: { data: entry },
  },
  'get-leaderboard': {
    parameters: { brand_id: ids.brand, period: '2026-03', limit: 10 },
    response: {
      data: [
        {
          rank: 1,
          customer_id: ids.customer,
          referral_code: 'K7TQ2MWX9C',
          referral_count: 4,
          earned_cents: 5400,
        },
      ],
    },
  },
};
