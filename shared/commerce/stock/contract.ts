import * as z from 'zod';
import { orderAttempts } from '#commerce/orders/contract.ts';
import { product } from '#commerce/products/product-fields.ts';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, timestamp, uuid } from '#contract/fields.ts';

export const adjustmentKinds = ['receive', 'correct', 'waste'] as const;

const endpoint = endpointsOf('commerce', 'stock');

const variant = z.string().min(1).max(64).optional();

/** Nine orders of the maximum size; sums stay exact. */
const quantity = z.int().min(0).max(1_000_000_000);

export const stockLevel = z
  .object({
    brand_id: uuid,
    product_id: uuid,
    variant_id: variant,
    /** `tracked`: orders reserve stock and never sell more than is available. */
    mode: z.enum(['off', 'tracked']),
    /** available + reserved */
    on_hand: z.int(),
    /** Held by orders that are neither completed nor cancelled. */
    reserved: z.int(),
    /** Can be ordered. Negative after a count below what orders hold. */
    available: z.int(),
    /** The event product.low_stock is sent when available falls to this quantity. */
    low_stock_at: z.int().optional(),
    updated_at: timestamp,
    /** Version of mode and low_stock_at. */
    version: z.int(),
  })
  .meta({ id: 'StockLevel' });
export type StockLevel = z.output<typeof stockLevel>;

const stockRules = z.object({
  variant_id: variant,
  mode: z.enum(['off', 'tracked']),
  low_stock_at: quantity.optional(),
});
export type StockRules = z.output<typeof stockRules>;

const adjustmentInput = z.object({
  variant_id: variant,
  /** `receive` adds, `waste` removes, and `correct` sets the counted quantity on hand. */
  kind: z.enum(adjustmentKinds),
  quantity,
  reason: z.string().trim().min(1).max(500).optional(),
});
export type StockAdjustmentInput = z.output<typeof adjustmentInput>;

export const stockAdjustment = z
  .object({
    id: uuid,
    brand_id: uuid,
    product_id: uuid,
    variant_id: variant,
    kind: z.enum(adjustmentKinds),
    quantity: z.int(),
    /** Change of the quantity on hand. */
    change: z.int(),
    reason: z.string().optional(),
    by: z.string(),
    created_at: timestamp,
  })
  .meta({ id: 'StockAdjustment' });
export type StockAdjustment = z.output<typeof stockAdjustment>;

const productId = z.object({ id: uuid.describe('Id of the product') });
const readers = ['owner', 'manager', 'viewer'] as const;
const staff = { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' } as const;

export const listStock = endpoint('GET', '/api/v1/stock', 'list-stock', {
  summary: 'List the stock of a brand by product and variant',
  access: { kind: 'brand', roles: readers, brand: 'query' },
  data: 'read',
  query: z.strictObject({ brand_id: uuid.describe('Id of the brand'), ...cursorQuery }),
  responses: { 200: { description: 'Stock levels', schema: pageOf(stockLevel) } },
  errors: ['invalid_cursor'],
});

export const getProductStock = endpoint('GET', '/api/v1/products/{id}/stock', 'get-product-stock', {
  summary: 'Get the stock of a product and of its variants',
  description: 'A product whose stock was never tracked has none.',
  access: { kind: 'brand', roles: readers, brand: 'held' },
  data: 'read',
  parameters: productId,
  resource: product,
  responses: { 200: { description: 'Stock levels', schema: z.object({ data: z.array(stockLevel) }) } },
  errors: ['not_found'],
});

export const updateProductStock = endpoint('PUT', '/api/v1/products/{id}/stock', 'update-product-stock', {
  summary: 'Turn the tracking of stock of a product or variant on or off',
  description:
    'Tracking is off by default. A line of an order with a variant takes the stock of the variant if it is tracked, else that of the product. Quantities stay when tracking is turned off.',
  access: staff,
  data: 'write',
  writes: ['stock', 'orders'],
  parameters: productId,
  resource: product,
  body: stockRules,
  responses: { 200: { description: 'The stock level', schema: dataOf(stockLevel) } },
  errors: ['not_found', 'conflict'],
});

export const createStockAdjustment = endpoint(
  'POST',
  '/api/v1/products/{id}/stock/adjustments',
  'create-stock-adjustment',
  {
    summary: 'Receive, count or write off stock',
    description: 'Stock that orders hold cannot be written off; cancel or edit the orders first.',
    access: staff,
    data: 'write',
    writes: ['stock'],
    wakesWorkers: true,
    attempts: orderAttempts,
    limiter: 'api',
    idempotent: true,
    parameters: productId,
    resource: product,
    body: adjustmentInput,
    responses: {
      201: {
        description: 'The adjustment and the stock after it',
        schema: dataOf(z.object({ adjustment: stockAdjustment, stock: stockLevel })),
      },
    },
    errors: ['not_found', 'insufficient_stock', 'conflict'],
  },
);

export const listStockAdjustments = endpoint(
  'GET',
  '/api/v1/products/{id}/stock/adjustments',
  'list-stock-adjustments',
  {
    summary: 'List the adjustments of the stock of a product, newest first',
    description: 'Orders and restocked refunds are not adjustments; the history of the order has them.',
    access: { kind: 'brand', roles: readers, brand: 'held' },
    data: 'read',
    parameters: productId,
    resource: product,
    query: z.strictObject(cursorQuery),
    responses: { 200: { description: 'Adjustments, newest first', schema: pageOf(stockAdjustment) } },
    errors: ['not_found', 'invalid_cursor'],
  },
);
