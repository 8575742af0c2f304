import { campaignExamples } from '#commerce/campaigns/examples.ts';
import { contactExamples } from '#commerce/contacts/examples.ts';
import { messageExamples } from '#commerce/messages/examples.ts';
import { orderExamples } from '#commerce/orders/examples.ts';
import { promoCodeExamples } from '#commerce/promo-codes/examples.ts';
import { referralExamples } from '#commerce/referrals/examples.ts';
import { reportExamples } from '#commerce/reports/examples.ts';
import { segmentExamples } from '#commerce/segments/examples.ts';
import { stopExamples } from '#commerce/stops/examples.ts';
import type { OperationExamples } from '../../openapi/document.ts';
import { billingExamples } from './billing.ts';
import { changelogExamples } from './changelog.ts';
import { leavingExamples } from './leaving.ts';
import { memberExamples } from './members.ts';
import { notificationExamples } from './notifications.ts';
import { onboardingExamples } from './onboarding.ts';
import { productFileExamples } from './product-files.ts';
import { exampleReadyImage, productImageExamples } from './product-images.ts';
import * as records from './records.ts';
import { stockExamples } from './stock.ts';
import { waterExamples } from './water.ts';
import { webhookExamples } from './webhooks.ts';

const { ids, createdAt, changedAt } = records;

const lastPage = { next_cursor: null, has_more: false };

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

const farm: OperationExamples = {
  'create-water-log': { body: records.exampleWaterLogInput, response: { data: records.exampleWaterLog } },
  'list-water-logs': { parameters: { brand_id: ids.brand }, response: { data: [records.exampleWaterLog] } },
  'get-water-log': { parameters: { id: ids.waterLog }, response: { data: records.exampleWaterLog } },
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
  ...orderExamples,
  ...promoCodeExamples,
  ...stockExamples,
  ...products,
  ...farm,
  ...tenants,
  ...productFileExamples,
  ...productImageExamples,
  ...stopExamples,
  ...reportExamples,
  ...referralExamples,
  ...waterExamples,
  ...onboardingExamples,
  ...changelogExamples,
  ...notificationExamples,
  ...campaignExamples,
  ...messageExamples,
  ...webhookExamples,
  ...contactExamples,
  ...segmentExamples,
  ...leavingExamples,
  ...memberExamples,
  ...billingExamples,
};
