import {
  type ContactImport,
  type ContactImportInput,
  type ImportFault,
  contactImport as importSchema,
  maxFaults,
} from '#commerce/contacts/contract.ts';
import { fieldsOf, getItem, type Item, insertion, itemOf, resourceOf } from '../../dynamodb/items.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import { finder } from '../brand-items.ts';
import { importKey, importTextKey } from './contact-keys.ts';

/** An import with what its run needs. */
export interface StoredImport extends ContactImport {
  readonly on_match: ContactImportInput['on_match'];
  readonly consent_source: string;
  /** Rows that are done. */
  readonly next_row: number;
  /** Counts the times that rows of erased people were emptied. */
  readonly text_version?: number | undefined;
}

const keptDays = 30;

/** Actions that store a new import and its text. */
export const newImportActions = (started: StoredImport, csv: string): readonly TransactAction[] => {
  const expires_at = Math.floor(Date.parse(started.created_at) / 1000) + keptDays * 86_400;
  return [
    insertion(itemOf({ ...importKey(started.brand_id, started.id), expires_at }, started)),
    insertion({ ...importTextKey(started.brand_id, started.id), csv, expires_at }),
  ];
};

const fields = fieldsOf(importSchema);
export const shownImport = (stored: StoredImport): ContactImport =>
  resourceOf<ContactImport>({ ...stored }, fields);

const storedFields = [...fields, 'on_match', 'consent_source', 'next_row', 'text_version'];

function importFrom(item: Item): StoredImport {
  const stored = resourceOf<StoredImport>(item, storedFields);
  const faults = stored.faults.map((fault) => resourceOf<ImportFault>({ ...fault }, faultFields));
  return { ...stored, faults };
}

const faultFields = ['line', 'column', 'message'];

export const findImport = finder(importKey, importFrom);

export async function findImportText(table: Table, brandId: string, id: string): Promise<string> {
  return String((await getItem(table, importTextKey(brandId, id)))?.['csv'] ?? '');
}

interface RowProgress {
  readonly outcome: 'created' | 'updated' | 'unchanged' | 'failed';
  readonly faults?: readonly ImportFault[];
}

/** Replaces the text of a running import, so that its run reads it again. @throws ConditionFailed when it has ended */
export const replaceImportText = (table: Table, brandId: string, id: string, csv: string): Promise<void> =>
  transact(table, [
    {
      Update: {
        Key: { ...importTextKey(brandId, id) },
        UpdateExpression: 'SET csv = :csv',
        ConditionExpression: 'attribute_exists(csv)',
        ExpressionAttributeValues: { ':csv': csv },
      },
    },
    {
      Update: {
        Key: { ...importKey(brandId, id) },
        UpdateExpression: 'ADD text_version :one',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':one': 1 },
      },
    },
  ]);

/** The action that counts a row as done, for its transaction. It fails if the row is done already, or the text is another. */
export function rowAction(
  { brand_id, id, next_row, faults, text_version }: StoredImport,
  { outcome, faults: found = [] }: RowProgress,
): TransactAction {
  const reported = found.slice(0, Math.max(0, maxFaults - faults.length));
  return {
    Update: {
      Key: { ...importKey(brand_id, id) },
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
      Key: { ...importKey(brand_id, id) },
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
      Key: { ...importTextKey(brand_id, id) },
      UpdateExpression: 'REMOVE csv',
    },
  },
];
