import type { WorkPayload } from '#contract/commerce/work.ts';
import { ApiError } from '#contract/errors.ts';
import { Conflict, retryOnConflict } from '#persistence/conflict.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { outboxAction, outboxShardOf, recordEvents, wakeForOutbox } from '#store/commerce/work/outbox.ts';
import { transact } from '#store/dynamodb/table.ts';
import { mediaBucket } from '#store/s3/media-bucket.ts';
import { importObjectKey } from '#store/s3/media-keys.ts';
import { findObject, readWholeObject } from '#store/s3/x12-bucket.ts';
import type { GiveUp, GiveUps, WorkHandler, WorkHandlers, WorkRun } from '#work/run-work.ts';
import { readRoom, useEntitlement } from '../billing/entitlement-records.ts';
import { UnreadableFile } from '../csv-file.ts';
import { type ImportPlan, namesIn, newProductsIn, planImport } from './import-plan.ts';
import { maxImportBytes, type ProductImport } from './product-fields.ts';
import { advanced, type ImportFile, readImportFile } from './product-import.ts';
import { batchLines, findProducts, imports, importWrites, productsBySku } from './records.ts';
import { productChangedEvent, productCreatedEvent } from './rules.ts';

type Lines = ImportFile['lines'];

/**
 * Imports a file in batches. The progress is committed with each batch, so a killed run continues where it stopped, and no
 * line is imported twice.
 */
const importProducts: WorkHandler<'import-products'> = async ({ payload }, run) => {
  const found = await openImport(payload);
  if (found === undefined) return 'done';
  const file = await readFile(found);
  if (typeof file === 'string') {
    await commit(found, { status: 'failed', reason: file }, noPlan, run);
    return 'done';
  }
  const { lines, ignoredColumns } = file;
  let current = found;
  if (current.status === 'waiting') {
    const started = { status: 'running' as const, lines: lines.length, ignored_columns: [...ignoredColumns] };
    current = await commit(current, started, noPlan, run);
  }
  if (current.dry_run) {
    current = await rehearse(current, lines, run);
  }
  while (current.processed < lines.length) {
    if (run.isTimeUp()) return { again: run.now() };
    current = await importBatch(current, lines.slice(current.processed, current.processed + batchLines), run);
  }
  await commit(current, { status: 'done' }, noPlan, run);
  return 'done';
};

/** The import of this work, unless it has ended. */
async function openImport({ brand_id, import_id: id }: WorkPayload<'import-products'>) {
  const found = await imports.find({ brand_id, id });
  return found?.status === 'done' || found?.status === 'failed' ? undefined : found;
}

const noPlan: ImportPlan = { products: [], bad: [], created: 0, changed: 0, unchanged: 0 };

/** The file, or the reason why the whole file cannot be imported. */
async function readFile({ brand_id, id }: ProductImport): Promise<ImportFile | string> {
  const object = await findObject(mediaBucket, { key: importObjectKey(brand_id, id) });
  if (object === undefined) return 'The file was not found; upload it again';
  if (object.size > maxImportBytes) return 'The file has more than 10 MB';
  try {
    return readImportFile(await readWholeObject(mediaBucket, object));
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message;
    throw error;
  }
}

function importBatch(before: ProductImport, lines: Lines, run: WorkRun): Promise<ProductImport> {
  return retryOnConflict(async () => {
    const plan = await planFor(before.brand_id, lines, run);
    return commit(before, progressOf(before, lines.length, plan), plan, run);
  });
}

/** Plans all lines at once, so that lines see the products of earlier lines, and stores nothing but the report. */
async function rehearse(before: ProductImport, lines: Lines, run: WorkRun): Promise<ProductImport> {
  if (before.processed > 0) return before;
  const plan = await planFor(before.brand_id, lines, run);
  let current = before;
  for (let start = 0; start < plan.bad.length; start += batchLines) {
    const bad = plan.bad.slice(start, start + batchLines);
    current = await commit(current, {}, { ...noPlan, bad }, run);
  }
  return commit(current, progressOf(before, lines.length, plan), noPlan, run);
}

async function planFor(brandId: string, lines: Lines, run: WorkRun): Promise<ImportPlan> {
  const { skus, ids } = namesIn(lines);
  const owners = await productsBySku(brandId, skus);
  const products = await findProducts(brandId, [...owners.values(), ...ids]);
  const room = await readRoom(brandId, 'products', run.now());
  return planImport(lines, { brandId, products, room, now: run.now(), newId: run.newId });
}

/** The action that counts the new products of a batch. A limit that others have reached meanwhile calls for a new plan. */
async function countProducts(brandId: string, plan: ImportPlan, run: WorkRun) {
  const amount = newProductsIn(plan);
  if (amount === 0) return [];
  try {
    return await useEntitlement({ brandId, name: 'products', amount, now: run.now() });
  } catch (error) {
    throw error instanceof ApiError && error.code === 'payment_required' ? new Conflict() : error;
  }
}

const progressOf = (before: ProductImport, lines: number, plan: ImportPlan): Partial<ProductImport> => ({
  processed: before.processed + lines,
  created: before.created + plan.created,
  changed: before.changed + plan.changed,
  unchanged: before.unchanged + plan.unchanged,
  bad: before.bad + plan.bad.length,
});

async function commit(
  before: ProductImport,
  progress: Partial<ProductImport>,
  plan: ImportPlan,
  run: WorkRun,
): Promise<ProductImport> {
  const after = advanced(before, progress, run.now());
  const operation = run.newId();
  const outgoing = plan.products.map((planned) =>
    planned.before === undefined
      ? productCreatedEvent(planned.after)
      : productChangedEvent(planned.before, planned.after),
  );
  const events = recordEvents(before.brand_id, outgoing, { now: run.now(), newId: run.newId });
  const recorded = events.length === 0 ? [] : [outboxAction({ id: operation, events })];
  const counted = await countProducts(before.brand_id, plan, run);
  await transact(commerceTable, [...importWrites({ before, after }, plan), ...counted, ...recorded]);
  if (events.length > 0) await wakeForOutbox(outboxShardOf(operation));
  return after;
}

/** The handlers of the worker `process-uploads`, by kind. */
export const processUploadsHandlers: WorkHandlers<'process-uploads'> = {
  'import-products': importProducts,
};

/** Ends an import whose runs end without an answer. */
const giveUpProducts: GiveUp<'import-products'> = async ({ payload }, run) => {
  const found = await openImport(payload);
  if (found === undefined) return 'done';
  const [first, last] = [found.processed + 1, found.processed + batchLines];
  const reason = `The import stopped several times within rows ${first} to ${last} after the header; import the file again without the row that causes it`;
  await commit(found, { status: 'failed', reason }, noPlan, run);
  return 'done';
};

export const processUploadsGiveUps: GiveUps<'process-uploads'> = { 'import-products': giveUpProducts };
