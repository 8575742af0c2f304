import type { OperationExamples } from '../../openapi.ts';
import * as records from './records.ts';

const { ids, createdAt, changedAt } = records;

/** Pages of lists; the next page is reached with the cursor. */
const lastPage = { next_cursor: null, has_more: false };
const firstPage = { next_cursor: 'eyJhZnRlciI6IjAxOTlhMWM0In0', has_more: true };

const orders: OperationExamples = {
  'create-order': { body: records.orderInput, response: { data: records.order } },
  'list-orders': {
    parameters: {
      brand_id: ids.brand,
      status: 'pending',
      created_from: '2026-03-01T00:00:00Z',
      created_to: '2026-04-01T00:00:00Z',
      limit: 50,
    },
    response: { data: [records.order], pagination: lastPage },
  },
  'get-order': { parameters: { id: ids.order }, response: { data: records.order } },
  'update-order-status': {
    parameters: { id: ids.order },
    body: { status: 'confirmed' },
    response: { data: { ...records.order, status: 'confirmed', updated_at: changedAt, version: 2 } },
  },
};

const { id, created_at, updated_at, version, ...productInput } = records.product;
const { brand_id, ...productReplacement } = productInput;

const products: OperationExamples = {
  'list-products': {
    parameters: {
      brand_id: ids.brand,
      category: 'vegetables',
      is_active: 'true',
      search: 'tomato',
      limit: 20,
      offset: 0,
    },
    response: { data: [records.product], pagination: { limit: 20, offset: 0, count: 1 } },
  },
  'create-product': { body: productInput, response: { data: records.product } },
  'get-product': { parameters: { id: ids.product }, response: { data: records.product } },
  'update-product': {
    parameters: { id: ids.product },
    body: { ...productReplacement, price: 4.75 },
    response: { data: { ...records.product, price: 4.75, updated_at: changedAt, version: 2 } },
  },
  'delete-product': { parameters: { id: ids.product } },
};

const outreach: OperationExamples = {
  'create-campaign': { body: records.campaignInput, response: { data: records.campaign } },
  'list-campaigns': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [records.campaign], pagination: lastPage },
  },
  'get-campaign': { parameters: { id: ids.campaign }, response: { data: records.campaign } },
  'redeem-referral': {
    body: records.referralInput,
    response: {
      data: {
        id: ids.referral,
        ...records.referralInput,
        referred_user_id: ids.customer,
        created_at: createdAt,
      },
    },
  },
  'create-referral-code': {
    body: { brand_id: ids.brand, code: 'MEADOW10', description: records.referralCode.description },
    response: { data: { ...records.referralCode, redemption_count: 0 } },
  },
  'list-referral-codes': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [records.referralCode], pagination: lastPage },
  },
};

const farm: OperationExamples = {
  'create-water-log': { body: records.waterLogInput, response: { data: records.waterLog } },
  'list-water-logs': { parameters: { brand_id: ids.brand }, response: { data: [records.waterLog] } },
  'get-water-log': { parameters: { id: ids.waterLog }, response: { data: records.waterLog } },
  'get-report': {
    parameters: {
      brand_id: ids.brand,
      start_date: '2026-03-01T00:00:00Z',
      end_date: '2026-03-31T23:59:59Z',
      report_type: 'revenue',
    },
    response: {
      data: {
        report_type: 'revenue',
        brand_id: ids.brand,
        from: '2026-03-01',
        to: '2026-03-31',
        gross: 13.5,
        cancelled: 0,
        net: 13.5,
        order_count: 1,
        average_order: 13.5,
        days: [{ date: '2026-03-02', gross: 13.5, cancelled: 0, net: 13.5, order_count: 1 }],
      },
    },
  },
};

const tenants: OperationExamples = {
  'create-brand': {
    body: { name: 'Meadow Farm', catalog: 'managed' },
    response: { data: { ...records.brand, plan: 'starter' } },
  },
  'get-brand': { parameters: { brand_id: ids.brand }, response: { data: records.brand } },
  'update-brand': {
    parameters: { brand_id: ids.brand },
    body: { name: 'Meadow Farm & Dairy', catalog: 'managed' },
    response: { data: { ...records.brand, name: 'Meadow Farm & Dairy', updated_at: changedAt, version: 2 } },
  },
  'create-api-key': {
    body: { brand_id: ids.brand, name: 'Farm stand till', role: 'manager' },
    response: { data: { ...records.apiKey, secret: 'gk_live_4f7a… (shown once)' } },
  },
  'list-api-keys': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [records.apiKey], pagination: lastPage },
  },
  'revoke-api-key': { parameters: { id: ids.apiKey } },
  'list-activity': {
    parameters: { brand_id: ids.brand, event: 'orderCreated', limit: 50 },
    response: {
      data: [
        {
          id: ids.activity,
          brand_id: ids.brand,
          created_at: createdAt,
          event: 'orderCreated',
          data: { order_id: ids.order, total: 13.5, brand_id: ids.brand },
        },
      ],
      pagination: firstPage,
    },
  },
};

/** Examples of every operation of the commerce API. */
export const commerceExamples: OperationExamples = {
  health: {
    response: { status: 'healthy', timestamp: createdAt, version: '1.0.0', environment: 'production' },
  },
  openapi: { response: { openapi: '3.1.0' } },
  'get-caller': {
    response: {
      data: {
        subject: `key:${ids.apiKey}`,
        credential: 'api_key',
        operator: false,
        brands: { [ids.brand]: 'manager' },
      },
    },
  },
  ...orders,
  ...products,
  ...outreach,
  ...farm,
  ...tenants,
};
