import { createdAt, ids } from '#contract/commerce/examples/records.ts';
import type { OperationExamples } from '#contract/openapi/document.ts';

const lastPage = { next_cursor: null, has_more: false };
const by = `key:${ids.apiKey}`;

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

export const stockExamples: OperationExamples = {
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
