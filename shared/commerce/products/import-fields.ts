import * as z from 'zod';
import { timestamp, uuid } from '#contract/fields.ts';

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
