import { commerceTable } from '#store/commerce/commerce-table.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { scheduleNow } from '#store/commerce/work/work-items.ts';
import { type MediaUpload, uploadOf } from '#store/s3/media-keys.ts';
import type { WorkRun } from './run-work.ts';

/** Schedules the processing of an uploaded file. A repeated notice schedules it again, which finds nothing to do. */
export async function receiveUpload(key: string, run: WorkRun): Promise<void> {
  const upload = uploadOf(key);
  // Nobody can upload to another key by a link of ours.
  if (upload === undefined) return;
  const now = run.now();
  const work = workFor(upload);
  await scheduleNow(commerceTable, { ...work, due: now });
  await wakeForWork(work, now, now);
}

function workFor(upload: MediaUpload) {
  if (upload.kind === 'import') {
    const { brandId, id } = upload;
    return { kind: 'import-products', key: id, payload: { brand_id: brandId, import_id: id } } as const;
  }
  const { brandId, productId, imageId } = upload;
  const payload = { brand_id: brandId, product_id: productId, image_id: imageId };
  return { kind: 'make-image-sizes', key: imageId, payload } as const;
}
