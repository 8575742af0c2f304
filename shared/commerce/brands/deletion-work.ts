import { endSubscription } from '#commerce/billing/records.ts';
import { metrics } from '#observability/logger.ts';
import { deployedGatewayKeys } from '#store/adapters/gateway-keys.ts';
import { payments } from '#store/adapters/stripe/stripe.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { deleteItems } from '#store/dynamodb/delete-items.ts';
import { type ItemKey, queryAll } from '#store/dynamodb/items.ts';
import { type Table, transact } from '#store/dynamodb/table.ts';
import { mediaBucket } from '#store/s3/media-bucket.ts';
import { mediaPrefixesOf } from '#store/s3/media-keys.ts';
import { erasePrefix } from '#store/s3/object-versions.ts';
import {
  recorderOf,
  type WorkHandler,
  type WorkHandlers,
  type WorkOutcome,
  type WorkRun,
} from '#work/run-work.ts';
import type { Brand } from './contract.ts';
import { removeOldKeys } from './gateway-key-records.ts';
import { type OwnedRange, walkAreas } from './owned-records.ts';
import {
  brands,
  type ClosedBrand,
  closeBrand,
  findClosedBrand,
  finishClosedBrand,
  savePosition,
} from './records.ts';
import { daysLeft, isDue, nextStep } from './rules.ts';

/**
 * Between the closing of a brand and the removal of its records. Requests and runs that began before the closing end in
 * this time (the longest function has 15 minutes), and indexes show their writes.
 */
const quietMilliseconds = 20 * 60_000;

const gatewayKeys = deployedGatewayKeys();

/** Reminds of a deletion, and carries it out in steps when its time has come. */
const deleteBrand: WorkHandler<'delete-brand'> = async ({ payload: { brand_id } }, run) => {
  const brand = await brands.find({ brand_id });
  if (brand === undefined) {
    const closed = await findClosedBrand(commerceTable, brand_id);
    return closed === undefined ? 'done' : erase(closed, run);
  }
  const { deletion } = brand;
  // Restored meanwhile.
  if (deletion === undefined) return 'done';
  if (!isDue(deletion, run.now())) return remind(brand, deletion, run);
  return close(brand, deletion, run);
};

type Deletion = NonNullable<Brand['deletion']>;

/** Announces the deletion and schedules the next step in one transaction, so that each reminder is sent once. */
async function remind({ id }: Brand, deletion: Deletion, run: WorkRun): Promise<WorkOutcome> {
  const now = run.now();
  const due = nextStep(deletion, now);
  const data = { deletes_at: deletion.deletes_at, days: daysLeft(deletion, now) };
  const recorder = recorderOf(run);
  await transact(commerceTable, [
    scheduleWork({ kind: 'delete-brand', key: id, due, payload: { brand_id: id } }),
    ...recorder.record(id, [{ type: 'brand.deletion_reminder', data }]),
  ]);
  await recorder.wake();
  return { again: due };
}

/** Ends the subscription, then closes the brand for everybody. */
async function close(brand: Brand, deletion: Deletion, run: WorkRun): Promise<WorkOutcome> {
  await endSubscription(payments(), { brandId: brand.id, now: run.now() });
  const closed = await closeBrand(commerceTable, brand, deletion, run.now());
  return { again: endOfQuiet(closed) };
}

const endOfQuiet = ({ closed_at }: ClosedBrand) => new Date(Date.parse(closed_at) + quietMilliseconds);

/** Removes gateway keys, records and files. Each step is idempotent, and the last one leaves only the id and times. */
async function erase(closed: ClosedBrand, run: WorkRun): Promise<WorkOutcome> {
  if (run.now() < endOfQuiet(closed)) return { again: endOfQuiet(closed) };
  for (const { id } of await gatewayKeys.keysOf(closed.id)) await gatewayKeys.remove(id);
  if (!(await eraseRecords(commerceTable, closed, run))) return { again: run.now() };
  for (const prefix of mediaPrefixesOf(closed.id)) {
    if (!(await erasePrefix(mediaBucket, prefix, run.isTimeUp))) return { again: run.now() };
  }
  await finishClosedBrand(commerceTable, closed, run.now());
  metrics.addMetric('brands_deleted', 'Count', 1);
  return 'done';
}

/** Ranges that are removed at the same time. */
const rangesAtOnce = 8;

/** Steps that a killed run repeats at most. What they have removed is not found again. */
const stepsBetweenSaves = 16;

interface EraseRun {
  now(): Date;
  isTimeUp(): boolean;
}

/**
 * Removes every record of a closed brand, except the item that shows its state. It is idempotent and continues after a kill
 * from the stored position.
 *
 * @returns false when the time is up
 */
async function eraseRecords(table: Table, brand: ClosedBrand, run: EraseRun): Promise<boolean> {
  const kept = brands.key({ brand_id: brand.id });
  let { position } = brand;
  let unsaved = 0;
  for await (const { ranges, next } of walkAreas(table, brand, { now: run.now(), from: position })) {
    const isErased = await eraseRanges(table, ranges, kept, run);
    if (isErased) position = next;
    const isOver = !isErased || run.isTimeUp();
    unsaved += 1;
    if (isOver || unsaved === stepsBetweenSaves) {
      await savePosition(table, brand, position);
      unsaved = 0;
    }
    if (isOver) return false;
  }
  // What follows the records may take several runs.
  if (unsaved > 0) await savePosition(table, brand, position);
  return true;
}

/** Removes ranges; false when the time is up before their end. */
async function eraseRanges(
  table: Table,
  ranges: readonly OwnedRange[],
  kept: ItemKey,
  { isTimeUp }: EraseRun,
): Promise<boolean> {
  const single = ranges.flatMap((range) => ('sk' in range ? [range] : []));
  const parts = ranges.filter((range) => !('sk' in range)).values();
  let stopped = false;
  const eraser = async () => {
    for (const part of parts) {
      for await (const items of keysIn(table, part)) {
        await deleteItems(
          table,
          items.filter(({ pk, sk }) => pk !== kept.pk || sk !== kept.sk),
        );
        stopped ||= isTimeUp();
        if (stopped) return;
      }
    }
  };
  await Promise.all(Array.from({ length: rangesAtOnce }, eraser));
  if (stopped) return false;
  // Single items go last, because some of them lead to the other ranges.
  await deleteItems(table, single);
  return true;
}

/** Keys of a range, page after page. */
async function* keysIn(table: Table, range: OwnedRange): AsyncGenerator<readonly ItemKey[]> {
  const prefix = 'prefix' in range ? (range.prefix ?? '') : '';
  // Keys may hold characters beyond those of our own ids, such as those of a subject.
  const pages = queryAll(table, {
    KeyConditionExpression: prefix === '' ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': range.pk, ...(prefix !== '' && { ':prefix': prefix }) },
    ProjectionExpression: 'pk, sk',
    Limit: 500,
  });
  for await (const items of pages) yield items.map(({ pk, sk }) => ({ pk: String(pk), sk: String(sk) }));
}

const removeKeys: WorkHandler<'remove-gateway-keys'> = async ({ payload }, run) => {
  const again = await removeOldKeys(commerceTable, payload.brand_id, gatewayKeys, run.now());
  return again === undefined ? 'done' : { again };
};

/** The handlers of the worker `erase-brands`, by kind. */
export const eraseBrandsHandlers: WorkHandlers<'erase-brands'> = {
  'delete-brand': deleteBrand,
  'remove-gateway-keys': removeKeys,
};
