import type { OperationExamples } from '../../openapi/document.ts';
import { changedAt, createdAt, exampleOrder, ids } from './records.ts';

const lastPage = { next_cursor: null, has_more: false };
const by = `key:${ids.apiKey}`;

const paidOrder = {
  ...exampleOrder,
  payment_state: 'paid',
  paid_cents: 1276,
  collect_cents: 0,
  updated_at: changedAt,
  version: 2,
};

const payment = {
  id: ids.payment,
  order_id: ids.order,
  brand_id: ids.brand,
  kind: 'payment',
  amount_cents: 1276,
  method: 'check',
  reference: '1042',
  currency: 'USD',
  by,
  created_at: changedAt,
};

const refund = {
  id: ids.refund,
  order_id: ids.order,
  brand_id: ids.brand,
  kind: 'refund',
  amount_cents: 450,
  method: 'cash',
  currency: 'USD',
  reason: 'One pound was bruised',
  allowed_cents: 450,
  by,
  created_at: changedAt,
};

const change = {
  order_id: ids.order,
  version: 2,
  at: changedAt,
  by,
  kind: 'edited',
  members: ['notes'],
  status: 'pending',
  total_cents: 1350,
  amount_due_cents: 1276,
};

const settingsInput = {
  promotions: 'on',
  taxes_included: false,
  tax_rates: [{ label: 'County tax', category: 'Vegetables', rate_percent: 5 }],
  shipping: { label: 'Cold box', fee_cents: 1200, free_from_cents: 10_000 },
};
const settings = { brand_id: ids.brand, ...settingsInput, updated_at: createdAt, version: 1 };

const promoRules = {
  description: 'Ten percent in spring',
  kind: 'percent',
  percent: 10,
  first_order_only: false,
  ends_at: '2026-06-01T00:00:00.000Z',
  max_uses: 500,
  max_uses_per_customer: 1,
  is_active: true,
};
const promoCode = {
  id: ids.promoCode,
  brand_id: ids.brand,
  code: 'SPRING',
  ...promoRules,
  use_count: 37,
  created_at: createdAt,
  updated_at: createdAt,
  version: 1,
};

const stock = {
  brand_id: ids.brand,
  product_id: ids.product,
  mode: 'tracked',
  on_hand: 50,
  reserved: 3,
  available: 47,
  low_stock_at: 10,
  updated_at: createdAt,
  version: 1,
};
const adjustment = {
  id: ids.adjustment,
  brand_id: ids.brand,
  product_id: ids.product,
  kind: 'receive',
  quantity: 50,
  change: 50,
  reason: 'Morning harvest',
  by,
  created_at: createdAt,
};

export const orderExamples: OperationExamples = {
  'edit-order': {
    parameters: { id: ids.order },
    body: { notes: 'Please pack in a crate' },
    response: {
      data: { ...exampleOrder, notes: 'Please pack in a crate', updated_at: changedAt, version: 2 },
    },
  },
  'list-order-changes': {
    parameters: { id: ids.order, limit: 50 },
    response: { data: [change], pagination: lastPage },
  },
  'create-order-payment': {
    parameters: { id: ids.order },
    body: { amount_cents: 1276, method: 'check', reference: '1042' },
    response: { data: { payment, order: paidOrder } },
  },
  'create-order-refund': {
    parameters: { id: ids.order },
    body: { amount_cents: 450, method: 'cash', reason: 'One pound was bruised' },
    response: {
      data: {
        payment: refund,
        order: {
          ...paidOrder,
          payment_state: 'partially_refunded',
          refunded_cents: 450,
          allowed_cents: 450,
          allowed_goods_cents: 428,
          version: 3,
        },
      },
    },
  },
  'list-order-payments': {
    parameters: { id: ids.order, limit: 50 },
    response: { data: [refund, payment], pagination: lastPage },
  },
  'get-order-settings': { parameters: { brand_id: ids.brand }, response: { data: settings } },
  'update-order-settings': {
    parameters: { brand_id: ids.brand },
    body: settingsInput,
    response: { data: settings },
  },
  'create-promo-code': {
    body: { brand_id: ids.brand, code: 'SPRING', ...promoRules },
    response: { data: { ...promoCode, use_count: 0 } },
  },
  'list-promo-codes': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [promoCode], pagination: lastPage },
  },
  'get-promo-code': { parameters: { id: ids.promoCode }, response: { data: promoCode } },
  'update-promo-code': {
    parameters: { id: ids.promoCode },
    body: { ...promoRules, is_active: false },
    response: { data: { ...promoCode, is_active: false, updated_at: changedAt, version: 2 } },
  },
  'delete-promo-code': { parameters: { id: ids.promoCode } },
  'list-stock': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [stock], pagination: lastPage },
  },
  'get-product-stock': { parameters: { id: ids.product }, response: { data: [stock] } },
  'update-product-stock': {
    parameters: { id: ids.product },
    body: { mode: 'tracked', low_stock_at: 10 },
    response: { data: stock },
  },
  'create-stock-adjustment': {
    parameters: { id: ids.product },
    body: { kind: 'receive', quantity: 50, reason: 'Morning harvest' },
    response: { data: { adjustment, stock } },
  },
  'list-stock-adjustments': {
    parameters: { id: ids.product, limit: 50 },
    response: { data: [adjustment], pagination: lastPage },
  },
};
