import * as z from 'zod';
import { timestamp, uuid } from '#contract/fields.ts';
import { internal, record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { type BrandExport, brandExport } from './contract.ts';
import { walkPosition } from './rules.ts';

const inExports = { records: 'brand-exports', pk: 'EXPORTS#{brand_id}', person: 'none' } as const;

const keptMilliseconds = 30 * 86_400_000;

/** An export is listed for this time. */
const expires = ({ created_at }: { readonly created_at: string }) =>
  new Date(Date.parse(created_at) + keptMilliseconds);

export const brandExports = record({
  ...inExports,
  name: 'export',
  schema: brandExport,
  sk: 'EXPORT#{id}',
  unchangedBy: ['status'],
  expires,
  exported: 'exports',
});

/** The last export, so that only one of a brand runs at a time. */
export const runningExports = record({
  ...inExports,
  name: 'running export',
  schema: z.object({ brand_id: uuid, export_id: uuid, running: z.boolean() }),
  sk: 'RUNNING',
  unchangedBy: ['export_id', 'running'],
  exported: internal,
});

/** Pieces of one file of the archive that are stored. */
const storedFile = z.object({
  pieces: z.array(z.string()),
  records: z.int(),
  columns: z.array(z.string()),
});

/** How far the reading of the records is. Each version has stored pieces. */
const exportProgress = z.object({
  id: uuid,
  brand_id: uuid,
  /** Of the export. */
  created_at: timestamp,
  position: walkPosition,
  /** Where a range of the step after the position continues. */
  inner: z.object({ range: z.string(), after: z.string() }).optional(),
  complete: z.boolean(),
  files: z.record(z.string(), storedFile),
  version: z.int(),
});
export type ExportProgress = z.output<typeof exportProgress>;

export const progressOfExports = record({
  ...inExports,
  name: 'progress of export',
  schema: exportProgress,
  sk: 'PROGRESS#{id}',
  expires,
  exported: internal,
});

/** The actions that store a new export. They are refused while another one runs. */
export const insertExport = (one: BrandExport): readonly TransactAction[] => [
  {
    Put: {
      Item: runningExports.item({ brand_id: one.brand_id, export_id: one.id, running: true }),
      ConditionExpression: 'attribute_not_exists(pk) OR running = :no',
      ExpressionAttributeValues: { ':no': false },
    },
    otherwise: 'export_running',
  },
  brandExports.insert(one),
];

/** The actions that store the end of an export, and let the next one begin. */
export const finishExport = (after: BrandExport): readonly TransactAction[] => {
  const running = { brand_id: after.brand_id, export_id: after.id, running: true };
  return [brandExports.put(after), runningExports.replace(running, { ...running, running: false })];
};
