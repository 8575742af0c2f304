import * as z from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { cursorQuery, dataOf, pageOf, queryInteger, uuid } from '#contract/fields.ts';
import {
  badLine,
  csvColumns,
  imageFormats,
  imageInput,
  imagePatch,
  imageSizeNames,
  maxImages,
  product,
  productImage,
  productImport,
  productInput,
  productPatch,
  productReplacement,
  shownProduct,
  upload,
  uploadSeconds,
} from './product-fields.ts';

const endpoint = endpointsOf('commerce', 'products');

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
  // A search over several brands is an event of each, without a transaction.
  recordsActivity: true,
  repeats: false,
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
        data: z.array(shownProduct),
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
  responses: { 201: { description: 'The created product', schema: dataOf(shownProduct) } },
  errors: ['sku_taken', 'payment_required', 'conflict'],
});

export const getProduct = endpoint('GET', '/api/v1/products/{id}', 'get-product', {
  summary: 'Get a product',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  versioned: true,
  parameters: productId,
  resource: product,
  responses: { 200: { description: 'The product', schema: dataOf(shownProduct) } },
  errors: ['not_found'],
});

const changingProduct = {
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  deletes: ['products'],
  wakesWorkers: true,
  parameters: productId,
  resource: product,
  versioned: true,
} as const;

export const updateProduct = endpoint('PUT', '/api/v1/products/{id}', 'update-product', {
  summary: 'Replace a product',
  description: `Removes omitted members. ${aboutVariants}`,
  ...changingProduct,
  writes: ['products'],
  body: productReplacement,
  responses: { 200: { description: 'The replaced product', schema: dataOf(shownProduct) } },
  errors: ['not_found', 'sku_taken', 'precondition_failed', 'conflict'],
});

export const patchProduct = endpoint('PATCH', '/api/v1/products/{id}', 'patch-product', {
  summary: 'Change members of a product',
  description: `JSON merge patch (RFC 7396): keeps omitted members and removes members that are null. Variants are replaced as a whole. ${aboutVariants}`,
  ...changingProduct,
  writes: ['products'],
  body: productPatch,
  responses: { 200: { description: 'The changed product', schema: dataOf(shownProduct) } },
  errors: ['not_found', 'sku_taken', 'precondition_failed', 'conflict'],
});

export const deleteProduct = endpoint('DELETE', '/api/v1/products/{id}', 'delete-product', {
  summary: 'Delete a product',
  ...changingProduct,
  writes: ['products', 'billing'],
  responses: { 204: { description: 'Deleted' } },
  errors: ['not_found', 'precondition_failed', 'conflict'],
});

const importId = z.object({ id: uuid.describe('Id of the import') });

const exampleCsv = `${csvColumns.join(',')}\r\n0199a1c1-0b7f-7f42-9d55-6a0c3b8e1d24,TOM-1,,Heirloom tomatoes,"Mixed colors, picked the day before pickup",Vegetables,4.5,lb,1,454,4006381333931,food,true\r\n`;

export const exportProducts = endpoint('GET', '/api/v1/products/export', 'export-products', {
  summary: 'Export products as CSV',
  description:
    'One line for each product, followed by a line for each of its variants, whose parent_sku or id names the product. Lines end with CRLF (RFC 4180). Text that a spreadsheet would run as a formula has an apostrophe in front, which an import removes. Link names the next part of a long list; only the first part has a header.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'query' },
  data: 'read',
  limiter: 'api',
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    limit: queryInteger(1, 5000, 5000).describe('Maximum products of a part'),
    cursor: cursorQuery.cursor,
  }),
  responses: {
    200: { description: 'Products in the order of their creation', text: { 'text/csv': exampleCsv } },
  },
  errors: ['invalid_cursor'],
});

export const createProductImport = endpoint('POST', '/api/v1/product-imports', 'create-product-import', {
  summary: 'Import products from CSV',
  description: `Send the file as text/csv of up to 1 MB, or as csv in a JSON body, or send {} for a link that accepts a file of up to 10 MB with PUT. A file has a header line with sku, and at most 10,000 further lines. Columns: ${csvColumns.join(', ')}. A line with the SKU or id of a product changes it; columns that the file does not have stay, and empty cells remove their members. Other lines create products. A line with parent_sku creates or changes a variant. Good lines are imported, and bad ones reported. Repeating an import changes nothing.`,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'query' },
  data: 'write',
  writes: ['products'],
  media: ['product-imports'],
  wakesWorkers: true,
  repeats: false,
  limiter: 'api',
  idempotent: true,
  takesCsv: true,
  query: z.strictObject({
    brand_id: uuid.describe('Id of the brand'),
    dry_run: z.enum(['true', 'false']).default('false').describe('`true` reports what an import would do'),
  }),
  body: z.object({ csv: z.string().min(1).optional() }),
  responses: {
    202: {
      description: 'The import, with a link if the request had no file',
      schema: dataOf(z.object({ ...productImport.shape, upload: upload.optional() })),
    },
  },
});

export const getProductImport = endpoint('GET', '/api/v1/product-imports/{id}', 'get-product-import', {
  summary: 'Get the progress of an import',
  description: 'An import is kept for 30 days.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  parameters: importId,
  resource: productImport,
  responses: { 200: { description: 'The import', schema: dataOf(productImport) } },
  errors: ['not_found'],
});

export const listImportFaults = endpoint('GET', '/api/v1/product-imports/{id}/faults', 'list-import-faults', {
  summary: 'List the bad lines of an import',
  description: 'CSV has one line for each fault.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  parameters: importId,
  resource: productImport,
  query: z.strictObject({
    ...cursorQuery,
    limit: queryInteger(1, 1000, 200).describe('Maximum lines on a page'),
    format: z.enum(['json', 'csv']).optional().describe('Overrides the Accept header'),
  }),
  responses: {
    200: {
      description: 'Bad lines in the order of the file',
      schema: pageOf(badLine),
      text: { 'text/csv': 'line,column,code,reason\r\n3,price,invalid_type,Expected a number\r\n' },
    },
  },
  errors: ['not_found', 'invalid_cursor'],
});

const imageId = productId.extend({ image_id: uuid.describe('Id of the image') });

export const createProductImage = endpoint('POST', '/api/v1/products/{id}/images', 'create-product-image', {
  summary: 'Add an image to a product',
  description: `Returns a link that accepts the file with PUT for ${uploadSeconds / 60} minutes, with the returned headers and exactly the declared size. Accepts JPEG, PNG and WebP of up to 15 MB and 50 million pixels. The sizes are made within seconds: in sRGB, upright, and without metadata such as places. The uploaded file is then deleted. A product has at most ${maxImages} images; failed ones make room for new ones.`,
  access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
  data: 'write',
  writes: ['products', 'work'],
  media: ['image-uploads'],
  limiter: 'api',
  idempotent: true,
  parameters: productId,
  resource: product,
  body: imageInput,
  responses: {
    201: {
      description: 'The image, with the link for its file',
      schema: dataOf(z.object({ ...productImage.shape, upload })),
    },
  },
  errors: ['not_found', 'image_limit_reached', 'conflict'],
});

export const listProductImages = endpoint('GET', '/api/v1/products/{id}/images', 'list-product-images', {
  summary: 'List the images of a product',
  description: 'Includes images that are not ready. The product itself has the ready ones.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  parameters: productId,
  resource: product,
  responses: { 200: { description: 'Images in their order', schema: dataOf(z.array(productImage)) } },
  errors: ['not_found'],
});

export const getProductImage = endpoint(
  'GET',
  '/api/v1/products/{id}/images/{image_id}',
  'get-product-image',
  {
    summary: 'Get an image of a product',
    access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
    data: 'read',
    parameters: imageId,
    resource: product,
    responses: { 200: { description: 'The image', schema: dataOf(productImage) } },
    errors: ['not_found'],
  },
);

export const updateProductImage = endpoint(
  'PATCH',
  '/api/v1/products/{id}/images/{image_id}',
  'update-product-image',
  {
    summary: 'Change the alternative text or the position of an image',
    description: 'JSON merge patch (RFC 7396).',
    access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
    data: 'write',
    writes: ['products'],
    wakesWorkers: true,
    limiter: 'api',
    parameters: imageId,
    resource: product,
    body: imagePatch,
    responses: { 200: { description: 'The changed image', schema: dataOf(productImage) } },
    errors: ['not_found', 'conflict'],
  },
);

export const deleteProductImage = endpoint(
  'DELETE',
  '/api/v1/products/{id}/images/{image_id}',
  'delete-product-image',
  {
    summary: 'Delete an image of a product',
    description: 'Its files are removed within seconds. Caches may keep a copy.',
    access: { kind: 'brand', roles: ['owner', 'manager'], brand: 'held' },
    data: 'write',
    writes: ['products'],
    wakesWorkers: true,
    limiter: 'api',
    parameters: imageId,
    resource: product,
    responses: { 204: { description: 'Deleted' } },
    errors: ['not_found', 'conflict'],
  },
);

const imageFiles = imageSizeNames.flatMap((size) =>
  imageFormats.map((format) => `${size}.${format}` as const),
);

export const followImageLink = endpoint(
  'GET',
  '/api/v1/images/{brand_id}/{image_id}/{file}',
  'follow-image-link',
  {
    summary: 'Show an image of a product',
    description:
      'The permanent address of an image, for shops and apps. Redirects to the file, under a link that works for two hours at most. The file itself never changes and may be cached for a year.',
    access: { kind: 'public' },
    data: 'none',
    media: ['image-links'],
    parameters: z.object({
      brand_id: uuid.describe('Id of the brand'),
      image_id: uuid.describe('Id of the image'),
      file: z
        .enum(imageFiles as [(typeof imageFiles)[number], ...(typeof imageFiles)[number][]])
        .describe('Size and format'),
    }),
    responses: { 302: { description: 'Redirect to the file' } },
    errors: ['not_found'],
  },
);
