import * as z from 'zod';
import { timestamp, uuid } from '#contract/fields.ts';
import { record } from '#store/commerce/record.ts';
import type { TransactAction } from '#store/dynamodb/table.ts';
import { orderedFields } from '#store/records/record.ts';
import {
  type ContactImport,
  contactImport,
  contactImportInput,
  type ImportFault,
  maxFaults,
} from './contact-fields.ts';

const inImports = { records: 'contact-imports', pk: 'CONTACTIMPORT#{brand_id}' } as const;

const keptMilliseconds = 30 * 86_400_000;
const end = ({ created_at }: { readonly created_at: string }) =>
  new Date(Date.parse(created_at) + keptMilliseconds);

/** An import with what its run needs. */
const storedImport = contactImport.extend({
  ...contactImportInput.pick({ on_match: true, consent_source: true }).shape,
  /** Rows that are done. */
  next_row: z.int(),
  /** Counts the times that rows of erased people were emptied. */
  text_version: z.int().optional(),
});
export type StoredImport = z.output<typeof storedImport>;

export const imports = record({
  ...inImports,
  name: 'contact import',
  schema: storedImport,
  of: contactImport,
  sk: 'IMPORT#{id}',
  unchangedBy: ['next_row', 'text_version'],
  expires: end,
  exported: 'contact-imports',
  person: 'none',
});

/** The text of an import, until it is finished. */
export const importTexts = record({
  ...inImports,
  name: 'text of an import',
  schema: z.object({ brand_id: uuid, id: uuid, csv: z.string().optional(), created_at: timestamp }),
  sk: 'TEXT#{id}',
  unchangedBy: ['created_at'],
  expires: end,
  exported: { not: 'is a copy of an uploaded file' },
  person: 'contact',
});

/** Actions that store a new import and its text. */
export const newImportActions = (started: StoredImport, csv: string): readonly TransactAction[] => {
  const { brand_id, id, created_at } = started;
  return [imports.insert(started), importTexts.insert({ brand_id, id, csv, created_at })];
};

/** The import as clients see it. */
export const shownImport = (stored: ContactImport): ContactImport =>
  orderedFields(contactImport, { ...stored }) as ContactImport;

/** Actions that replace the text of a running import, so that its run reads it again. They fail when it has ended. */
export const textActions = (
  key: { readonly brand_id: string; readonly id: string },
  csv: string,
): readonly TransactAction[] => [
  {
    Update: {
      Key: { ...importTexts.key(key) },
      UpdateExpression: 'SET csv = :csv',
      ConditionExpression: 'attribute_exists(csv)',
      ExpressionAttributeValues: { ':csv': csv },
    },
  },
  {
    Update: {
      Key: { ...imports.key(key) },
      UpdateExpression: 'ADD text_version :one',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':one': 1 },
    },
  },
];

interface RowProgress {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'failed';
  readonly faults?: readonly ImportFault[];
}

/** The action that counts a row as done, for its transaction. It fails if the row is done already, or the text is another. */
export function rowAction(
  { brand_id, id, next_row, faults, text_version }: StoredImport,
  { outcome, faults: found = [] }: RowProgress,
): TransactAction {
  const reported = found.slice(0, Math.max(0, maxFaults - faults.length));
  return {
    Update: {
      Key: { ...imports.key({ brand_id, id }) },
      UpdateExpression: `SET next_row = :next${reported.length > 0 ? ', faults = list_append(faults, :faults)' : ''} ADD #outcome :one`,
      ConditionExpression: `next_row = :row AND ${text_version === undefined ? 'attribute_not_exists(text_version)' : 'text_version = :text'}`,
      ExpressionAttributeNames: { '#outcome': outcome },
      ExpressionAttributeValues: {
        ':row': next_row,
        ':next': next_row + 1,
        ':one': 1,
        ...(text_version !== undefined && { ':text': text_version }),
        ...(reported.length > 0 && { ':faults': reported }),
      },
    },
  };
}

/** Actions that end an import, failed with a reason if there is one, and remove its text. */
export const finishImportActions = (
  { brand_id, id }: StoredImport,
  now: Date,
  reason?: string,
): readonly TransactAction[] => [
  {
    Update: {
      Key: { ...imports.key({ brand_id, id }) },
      UpdateExpression: `SET #status = :ended, finished_at = :now${reason === undefined ? '' : ', reason = :reason'}`,
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: {
        ':ended': reason === undefined ? 'finished' : 'failed',
        ':now': now.toISOString(),
        ...(reason !== undefined && { ':reason': reason }),
      },
    },
  },
  {
    Update: {
      Key: { ...importTexts.key({ brand_id, id }) },
      UpdateExpression: 'REMOVE csv',
    },
  },
];
