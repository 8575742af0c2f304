import { referralExamples } from '#commerce/referrals/examples.ts';
import { segmentExamples } from '#commerce/segments/examples.ts';
import { stopExamples } from '#commerce/stops/examples.ts';
import type { OperationExamples } from '../../openapi/document.ts';
import { analyticsExamples } from './analytics.ts';
import { billingExamples } from './billing.ts';
import { campaignExamples } from './campaigns.ts';
import { changelogExamples } from './changelog.ts';
import { contactExamples } from './contacts.ts';
import { leavingExamples } from './leaving.ts';
import { memberExamples } from './members.ts';
import { notificationExamples } from './notifications.ts';
import { onboardingExamples } from './onboarding.ts';
import { orderExamples } from './orders.ts';
import { productFileExamples } from './product-files.ts';
import { exampleReadyImage, productImageExamples } from './product-images.ts';
import * as records from './records.ts';
import { waterExamples } from './water.ts';
import { webhookExamples } from './webhooks.ts';

const { ids, createdAt, changedAt } = records;

const lastPage = { next_cursor: null, has_more: false };
const firstPage = { next_cursor: 'eyJhZnRlciI6IjAxOTlhMWM0In0', has_more: true };

const orders: OperationExamples = {
  'create-order': { body: records.exampleOrderInput, response: { data: records.exampleOrder } },
  'list-orders': {
    parameters: {
      brand_id: ids.brand,
      status: 'pending',
      created_from: '2026-03-01T00:00:00Z',
      created_to: '2026-04-01T00:00:00Z',
      limit: 50,
    },
    response: { data: [records.exampleOrder], pagination: lastPage },
  },
  'get-order': { parameters: { id: ids.order }, response: { data: records.exampleOrder } },
  'update-order-status': {
    parameters: { id: ids.order },
    body: { status: 'confirmed' },
    response: { data: { ...records.exampleOrder, status: 'confirmed', updated_at: changedAt, version: 2 } },
  },
};

const { id, created_at, updated_at, version, ...productInput } = records.exampleProduct;
const { brand_id, ...productReplacement } = productInput;
const { tax_category, ...untaxedProduct } = records.exampleProduct;

const products: OperationExamples = {
  'list-products': {
    parameters: {
      brand_id: ids.brand,
      category: 'vegetables',
      is_active: 'true',
      search: 'tomato',
      sku: 'TOM-1',
      barcode: '4006381333931',
      limit: 20,
      offset: 0,
    },
    response: { data: [records.exampleProduct], pagination: { limit: 20, offset: 0, count: 1 } },
  },
  'create-product': { body: productInput, response: { data: records.exampleProduct } },
  'get-product': {
    parameters: { id: ids.product },
    response: { data: { ...records.exampleProduct, images: [exampleReadyImage] } },
  },
  'update-product': {
    parameters: { id: ids.product },
    body: { ...productReplacement, price: 4.75 },
    response: { data: { ...records.exampleProduct, price: 4.75, updated_at: changedAt, version: 2 } },
  },
  'patch-product': {
    parameters: { id: ids.product },
    body: { price: 4.75, tax_category: null },
    response: {
      data: { ...untaxedProduct, price: 4.75, updated_at: changedAt, version: 2 },
    },
  },
  'delete-product': { parameters: { id: ids.product } },
};

const outreach: OperationExamples = {
  'create-campaign': { body: records.exampleCampaignInput, response: { data: records.exampleCampaign } },
  'list-campaigns': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [records.exampleCampaign], pagination: lastPage },
  },
  'get-campaign': { parameters: { id: ids.campaign }, response: { data: records.exampleCampaign } },
};

const farm: OperationExamples = {
  'create-water-log': { body: records.exampleWaterLogInput, response: { data: records.exampleWaterLog } },
  'list-water-logs': { parameters: { brand_id: ids.brand }, response: { data: [records.exampleWaterLog] } },
  'get-water-log': { parameters: { id: ids.waterLog }, response: { data: records.exampleWaterLog } },
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
        refunded: 0,
        order_count: 1,
        average_order: 13.5,
        days: [{ date: '2026-03-02', gross: 13.5, cancelled: 0, net: 13.5, refunded: 0, order_count: 1 }],
      },
    },
  },
};

const tenants: OperationExamples = {
  'create-brand': {
    body: { name: 'Meadow Farm', catalog: 'managed', time_zone: 'America/Denver' },
    response: { data: { ...records.exampleBrand, plan: 'starter' } },
  },
  'get-brand': { parameters: { brand_id: ids.brand }, response: { data: records.exampleBrand } },
  'update-brand': {
    parameters: { brand_id: ids.brand },
    body: { name: 'Meadow Farm & Dairy', catalog: 'managed' },
    response: {
      data: { ...records.exampleBrand, name: 'Meadow Farm & Dairy', updated_at: changedAt, version: 2 },
    },
  },
  'create-api-key': {
    body: { brand_id: ids.brand, name: 'Farm stand till', role: 'manager' },
    response: { data: { ...records.exampleApiKey, secret: 'gk_live_4f7a… (shown once)' } },
  },
  'list-api-keys': {
    parameters: { brand_id: ids.brand, limit: 50 },
    response: { data: [records.exampleApiKey], pagination: lastPage },
  },
  'rotate-api-key': {
    parameters: { id: ids.apiKey },
    body: { overlap_hours: 24 },
    response: {
      data: {
        ...records.exampleApiKey,
        rotated_at: changedAt,
        earlier_secret_expires_at: '2026-03-03T17:30:00.000Z',
        secret: 'gk_live_9c1e… (shown once)',
      },
    },
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
  ...orderExamples,
  ...products,
  ...outreach,
  ...farm,
  ...tenants,
  ...productFileExamples,
  ...productImageExamples,
  ...stopExamples,
  ...analyticsExamples,
  ...referralExamples,
  ...waterExamples,
  ...onboardingExamples,
  ...changelogExamples,
  ...notificationExamples,
  ...campaignExamples,
  ...webhookExamples,
  ...contactExamples,
  ...segmentExamples,
  ...leavingExamples,
  ...memberExamples,
  ...billingExamples,
};
