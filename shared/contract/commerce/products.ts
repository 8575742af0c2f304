import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { dataOf, queryInteger, timestamp, uuid } from '../fields.ts';
import { productInput, productPatch, productReplacement, storedProductFields } from './product-fields.ts';
import { type ReadyImage, readyImage } from './product-image-fields.ts';

const endpoint = endpointsOf('commerce', 'products');

const product = z
  .object({
    id: uuid,
    brand_id: uuid,
    ...storedProductFields,
    is_active: z.boolean(),
    images: z.array(readyImage).optional().describe('Ready images in their order; the first is the main one'),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'Product' });
export type ShownProduct = z.output<typeof product>;

/** A product as it is stored. The addresses of its images follow from their ids. */
export type Product = Omit<ShownProduct, 'images'> & {
  readonly images?: readonly Omit<ReadyImage, 'sizes'>[] | undefined;
};

const aboutVariants =
  'A SKU belongs to one product or variant of the brand. A variant keeps its id if the request names the id, or its SKU. A variant without a price, unit or weight has that of its product.';

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
    sku: z
      .string()
      .max(64)
      .optional()
      .describe('The product with this SKU, or with a variant that has it, in any letter case'),
    barcode: z.string().max(64).optional().describe('Products that have this barcode, or a variant with it'),
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
  description: aboutVariants,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'body' },
  data: 'write',
  writes: ['products', 'billing'],
  wakesWorkers: true,
  limiter: 'api',
  idempotent: true,
  body: productInput,
  responses: { 201: { description: 'The created product', schema: dataOf(product) } },
  errors: ['sku_taken', 'payment_required', 'conflict'],
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
  description: `Removes omitted members. ${aboutVariants}`,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: ['products'],
  wakesWorkers: true,
  deletes: ['products'],
  versioned: true,
  parameters: productId,
  body: productReplacement,
  responses: { 200: { description: 'The replaced product', schema: dataOf(product) } },
  errors: ['not_found', 'sku_taken', 'precondition_failed', 'conflict'],
});

export const patchProduct = endpoint('PATCH', '/api/v1/products/{id}', 'patch-product', {
  summary: 'Change members of a product',
  description: `JSON merge patch (RFC 7396): keeps omitted members and removes members that are null. Variants are replaced as a whole. ${aboutVariants}`,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: ['products'],
  wakesWorkers: true,
  deletes: ['products'],
  versioned: true,
  parameters: productId,
  body: productPatch,
  responses: { 200: { description: 'The changed product', schema: dataOf(product) } },
  errors: ['not_found', 'sku_taken', 'precondition_failed', 'conflict'],
});

export const deleteProduct = endpoint('DELETE', '/api/v1/products/{id}', 'delete-product', {
  summary: 'Delete a product',
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: ['products', 'billing'],
  wakesWorkers: true,
  deletes: ['products'],
  versioned: true,
  parameters: productId,
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});
