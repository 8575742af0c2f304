import {
  changedAt,
  createdAt,
  exampleOrder,
  exampleOrderInput,
  ids,
} from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

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

export const orderExamples: OperationExamples = {
  'create-order': { body: exampleOrderInput, response: { data: exampleOrder } },
  'list-orders': {
    parameters: {
      brand_id: ids.brand,
      status: 'pending',
      created_from: '2026-03-01T00:00:00Z',
      created_to: '2026-04-01T00:00:00Z',
      limit: 50,
    },
    response: { data: [exampleOrder], pagination: lastPage },
  },
  'get-order': { parameters: { id: ids.order }, response: { data: exampleOrder } },
  'update-order-status': {
    parameters: { id: ids.order },
    body: { status: 'confirmed' },
    response: { data: { ...exampleOrder, status: 'confirmed', updated_at: changedAt, version: 2 } },
  },
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
};
