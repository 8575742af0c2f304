import * as z from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { cursorQuery, dataOf, pageOf, queryInteger, timestamp, uuid } from '../fields.ts';

const endpoint = endpointsOf('commerce', 'products');

/** Columns of exported and imported CSV files. */
export const csvColumns = [
  'id',
  'sku',
  'parent_sku',
  'name',
  'description',
  'category',
  'price',
  'unit',
  'unit_quantity',
  'weight_grams',
  'barcode',
  'tax_category',
  'is_active',
] as const;
export type CsvColumn = (typeof csvColumns)[number];

export const maxImportLines = 10_000;
export const maxImportBytes = 10 * 1024 * 1024;

/** Seconds for which an upload link is valid. */
export const uploadSeconds = 900;

export const upload = z
  .object({
    method: z.literal('PUT'),
    url: z.url(),
    headers: z.record(z.string(), z.string()).describe('Headers to send with the file'),
    expires_at: timestamp,
  })
  .meta({ id: 'FileUpload' });
export type FileUpload = z.output<typeof upload>;

const counts = {
  lines: z.int().describe('Lines after the header; 0 before the file is read'),
  processed: z.int(),
  created: z.int().describe('New products and variants'),
  changed: z.int().describe('Changed products and variants'),
  unchanged: z.int(),
  bad: z.int().describe('Lines with faults, which are not imported'),
};

export const productImport = z
  .object({
    id: uuid,
    brand_id: uuid,
    status: z.enum(['waiting', 'running', 'done', 'failed']),
    dry_run: z.boolean(),
    ...counts,
    ignored_columns: z.array(z.string()).describe('Columns that mean nothing here'),
    reason: z
      .string()
      .optional()
      .describe(
        'Why the whole file was refused, or its import ended early; the counts say what was imported',
      ),
    created_at: timestamp,
    updated_at: timestamp,
    version: z.int(),
  })
  .meta({ id: 'ProductImport' });
export type ProductImport = z.output<typeof productImport>;

const fault = z.object({
  column: z.string(),
  code: z.string(),
  reason: z.string(),
});

export const badLine = z
  .object({ line: z.int().describe('Line of the file; the header is line 1'), faults: z.array(fault) })
  .meta({ id: 'BadLine' });
export type BadLine = z.output<typeof badLine>;
export type ImportFault = z.output<typeof fault>;

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
  responses: { 200: { description: 'The import', schema: dataOf(productImport) } },
  errors: ['not_found'],
});

export const listImportFaults = endpoint('GET', '/api/v1/product-imports/{id}/faults', 'list-import-faults', {
  summary: 'List the bad lines of an import',
  description: 'CSV has one line for each fault.',
  access: { kind: 'brand', roles: ['owner', 'manager', 'viewer'], brand: 'held' },
  data: 'read',
  parameters: importId,
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
