import { daysLeft, isDue, nextStep } from '#commerce/leaving/deletion.ts';
import type { Brand } from '#contract/commerce/brands.ts';
import { metrics } from '#observability/logger.ts';
import { deployedGatewayKeys } from '#store/adapters/gateway-keys.ts';
import { endSubscription } from '#store/commerce/billing/accounts.ts';
import { payments } from '#store/commerce/billing/payments.ts';
import { removeOldKeys } from '#store/commerce/brand-gateway-keys.ts';
import { type BrandRecord, findBrand } from '#store/commerce/brands.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import {
  type ClosedBrand,
  closeBrand,
  findClosedBrand,
  finishClosedBrand,
} from '#store/commerce/leaving/closed-brand.ts';
import { eraseRecords } from '#store/commerce/leaving/erase-brand.ts';
import { scheduleWork } from '#store/commerce/work/work-items.ts';
import { transact } from '#store/dynamodb/table.ts';
import { mediaBucket } from '#store/s3/media-bucket.ts';
import { mediaPrefixesOf } from '#store/s3/media-keys.ts';
import { erasePrefix } from '#store/s3/object-versions.ts';
import { recorderOf } from '../record-in-run.ts';
import type { WorkHandler, WorkHandlers, WorkOutcome, WorkRun } from '../run-work.ts';

/**
 * Between the closing of a brand and the removal of its records. Requests and runs that began before the closing end in
 * this time (the longest function has 15 minutes), and indexes show their writes.
 */
const quietMilliseconds = 20 * 60_000;

const gatewayKeys = deployedGatewayKeys();

/** Reminds of a deletion, and carries it out in steps when its time has come. */
const deleteBrand: WorkHandler<'delete-brand'> = async ({ payload: { brand_id } }, run) => {
  const record = await findBrand(commerceTable, brand_id);
  if (record === undefined) {
    const closed = await findClosedBrand(commerceTable, brand_id);
    return closed === undefined ? 'done' : erase(closed, run);
  }
  const { deletion } = record.brand;
  // Restored meanwhile.
  if (deletion === undefined) return 'done';
  if (!isDue(deletion, run.now())) return remind(record.brand, deletion, run);
  return close(record, deletion, run);
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
async function close(record: BrandRecord, deletion: Deletion, run: WorkRun): Promise<WorkOutcome> {
  await endSubscription(commerceTable, payments, { brandId: record.brand.id, now: run.now() });
  const closed = await closeBrand(commerceTable, record, deletion, run.now());
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

const removeKeys: WorkHandler<'remove-gateway-keys'> = async ({ payload }, run) => {
  const again = await removeOldKeys(commerceTable, payload.brand_id, gatewayKeys, run.now());
  return again === undefined ? 'done' : { again };
};

/** The handlers of the worker `erase-brands`, by kind. */
export const eraseBrandsHandlers: WorkHandlers<'erase-brands'> = {
  'delete-brand': deleteBrand,
  'remove-gateway-keys': removeKeys,
};
