import { type BrandExport, brandExport as schema } from '#contract/commerce/leaving.ts';
import { ApiError } from '#contract/errors.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import {
  fieldsOf,
  getItem,
  getRecord,
  type Item,
  type ItemKey,
  insertion,
  itemOf,
  resourceOf,
} from '../../dynamodb/items.ts';
import { type PageRequest, queryPage, type StoredPage } from '../../dynamodb/query-page.ts';
import { type Table, type TransactAction, transact } from '../../dynamodb/table.ts';
import type { WalkPosition } from './walk-areas.ts';

const inExports = (brandId: string, sk: string): ItemKey => ({ pk: `EXPORTS#${brandId}`, sk });
const exportKey = (brandId: string, id: string) => inExports(brandId, `EXPORT#${id}`);
const progressKey = (brandId: string, id: string) => inExports(brandId, `PROGRESS#${id}`);
/** The export in progress, so that only one runs at a time. */
const runningKey = (brandId: string) => inExports(brandId, 'RUNNING');

/** An export is listed for this time. */
const keptSeconds = 30 * 86_400;

const expiryOf = ({ created_at }: BrandExport) => Math.floor(Date.parse(created_at) / 1000) + keptSeconds;

/** Pieces of one file of the archive that are stored. */
interface StoredFile {
  readonly pieces: readonly string[];
  readonly records: number;
  readonly columns: readonly string[];
}

/** How far the reading of the records is. */
export interface ExportProgress {
  readonly position: WalkPosition;
  /** Where a range of the step after the position continues. */
  readonly inner?: { readonly range: string; readonly after: string };
  readonly complete: boolean;
  /** Times that pieces were stored. */
  readonly stored: number;
  readonly files: Readonly<Record<string, StoredFile>>;
}

/**
 * Stores a new export and `others` in one transaction.
 *
 * @throws ApiError export_running
 */
export async function insertExport(
  table: Table,
  one: BrandExport,
  others: readonly TransactAction[],
): Promise<void> {
  const running: TransactAction = {
    Put: {
      Item: { ...runningKey(one.brand_id), export_id: one.id, running: true },
      ConditionExpression: 'attribute_not_exists(pk) OR running = :no',
      ExpressionAttributeValues: { ':no': false },
    },
  };
  await transact(table, [running, insertion(exportItem(one)), ...others]).catch((error: unknown) => {
    const isRunning = error instanceof ConditionFailed && error.failures.some(({ index }) => index === 0);
    throw isRunning ? new ApiError('export_running', { cause: error }) : error;
  });
}

/** Stores that a waiting export is running. @throws ConditionFailed when another run has begun it */
export const beginExport = (table: Table, running: BrandExport): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: exportItem(running),
        ConditionExpression: '#status = :waiting',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':waiting': 'waiting' },
      },
    },
  ]);

/** Stores the end of an export, and lets the next one begin, with `others` in one transaction. */
export const finishExport = (
  table: Table,
  after: BrandExport,
  others: readonly TransactAction[],
): Promise<void> =>
  transact(table, [
    { Put: { Item: exportItem(after) } },
    {
      Update: {
        Key: { ...runningKey(after.brand_id) },
        UpdateExpression: 'SET running = :no',
        ConditionExpression: 'export_id = :id AND running = :yes',
        ExpressionAttributeValues: { ':no': false, ':yes': true, ':id': after.id },
      },
    },
    ...others,
  ]);

export async function findExport(
  table: Table,
  brandId: string,
  id: string,
): Promise<BrandExport | undefined> {
  const item = await getItem(table, exportKey(brandId, id));
  return item && exportFrom(item);
}

export const readExports = (
  table: Table,
  brandId: string,
  { limit, cursor }: PageRequest,
): Promise<StoredPage<BrandExport>> => {
  const range = { ...inExports(brandId, ''), prefix: 'EXPORT#', newestFirst: true };
  return queryPage(table, { list: ['brand exports', brandId], limit, cursor, range }, exportFrom);
};

export const findProgress = (table: Table, { brand_id, id }: BrandExport) =>
  getRecord<ExportProgress>(table, progressKey(brand_id, id));

/** Stores progress that follows the stored one. @throws ConditionFailed when another run has stored progress meanwhile */
export const saveProgress = (table: Table, one: BrandExport, progress: ExportProgress): Promise<void> =>
  transact(table, [
    {
      Put: {
        Item: { ...itemOf({ ...progressKey(one.brand_id, one.id), expires_at: expiryOf(one) }, progress) },
        ConditionExpression: 'attribute_not_exists(pk) OR #stored = :before',
        ExpressionAttributeNames: { '#stored': 'stored' },
        ExpressionAttributeValues: { ':before': progress.stored - 1 },
      },
    },
  ]);

const exportItem = (one: BrandExport) =>
  itemOf({ ...exportKey(one.brand_id, one.id), expires_at: expiryOf(one) }, one);

const fields = fieldsOf(schema);
const exportFrom = (item: Item): BrandExport => resourceOf<BrandExport>(item, fields);
