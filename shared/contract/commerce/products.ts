import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, moneyAmount, queryInteger, timestamp, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'products');

const productFields = {
  name: z.string().min(1).max(255),
  description: z.string().max(5000).optional(),
  category: z.string().max(255).optional(),
  price: z.number().min(0).max(10_000_000).optional(),
  unit: z.string().max(64).optional(),
};

export const productInput = z.object({
  brand_id: uuid,
  ...productFields,
  is_active: z.boolean().default(true),
});
export type ProductInput = z.output<typeof productInput>;

/** A replacement removes omitted members. */
export const productReplacement = z.object({ ...productFields, is_active: z.boolean().default(true) });
export type ProductReplacement = z.output<typeof productReplacement>;

const product = z
  .object({
    id: uuid,
    brand_id: uuid,
    ...productFields,
    price: moneyAmount.optional(),
    is_active: z.boolean(),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Product' });
export type Product = z.output<typeof product>;

const productId = z.object({ id: uuid.describe('Id of the product') });

/** Only the literals `true` and `false` filter; any other value means no filter. */
const literalBoolean = z
  .string()
  .optional()
  .transform((value) => (value === 'true' ? true : value === 'false' ? false : undefined));

export const listProducts = endpoint('GET', '/api/v1/products', 'list-products', {
  summary: 'List products by name',
  description:
    'Ordered by name, then by id. Names are compared by code points after Unicode lower-casing, independent of locale; final sigma equals sigma. Without brand_id, the list covers all brands of the caller.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  limiter: 'api',
  recordsActivity: true,
  query: z.object({
    brand_id: uuid.optional().describe('Products of this brand; omit it for all brands of the caller'),
    category: z
      .string()
      .max(1000)
      .optional()
      .describe('Products whose category contains this text, in any letter case'),
    is_active: literalBoolean.describe('`true` or `false`; any other value means no filter'),
    search: z
      .string()
      .max(1000)
      .optional()
      .describe('Products whose name or description contains this text, in any letter case'),
    limit: queryInteger(1, 100, 20).describe('Maximum records on a page'),
    offset: queryInteger(0, Number.MAX_SAFE_INTEGER, 0).describe('Products to skip'),
  }),
  responses: {
    200: {
      description: 'A page of products; count is the number of records returned',
      schema: z.object({
        data: z.array(product),
        pagination: z.object({ limit: z.int(), offset: z.int(), count: z.int() }),
      }),
    },
  },
  errors: ['products_not_fetched'],
});

export const createProduct = endpoint('POST', '/api/v1/products', 'create-product', {
  summary: 'Create a product',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  limiter: 'api',
  idempotent: true,
  body: productInput,
  responses: { 201: { description: 'The created product', schema: dataOf(product) } },
});

export const getProduct = endpoint('GET', '/api/v1/products/{id}', 'get-product', {
  summary: 'Get a product',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: productId,
  responses: { 200: { description: 'The product', schema: dataOf(product) } },
  errors: ['not_found'],
});

export const updateProduct = endpoint('PUT', '/api/v1/products/{id}', 'update-product', {
  summary: 'Replace a product',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  versioned: true,
  parameters: productId,
  body: productReplacement,
  responses: { 200: { description: 'The replaced product', schema: dataOf(product) } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

export const deleteProduct = endpoint('DELETE', '/api/v1/products/{id}', 'delete-product', {
  summary: 'Delete a product',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  deletes: ['products'],
  versioned: true,
  parameters: productId,
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});
