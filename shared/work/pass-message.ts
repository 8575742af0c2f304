import * as z from 'zod';
import { outboxMessage, type Worker, workKinds, workMessage } from '#contract/commerce/work.ts';
import { functionVariable } from '#contract/environment.ts';
import { passOn } from '#events/queue-messages.ts';
import { notifiedObjects } from '#events/s3-event.ts';
import type { WorkQueue } from '#store/adapters/work-queue.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { wakeForWork } from '#store/commerce/work/wake.ts';
import { scheduleNow } from '#store/commerce/work/work-items.ts';
import { type MediaUpload, uploadOf } from '#store/s3/media-keys.ts';
import { dispatchEvents } from './dispatch-events.ts';
import { eventConsumers } from './event-consumers.ts';
import type { WorkRun } from './run-work.ts';

/** Time for the events of one shard. The rest of a long shard is left to the next message, behind other work. */
const shardMilliseconds = 3000;

/** The worker that runs for longer than a message may be in progress. There are few runs of it. */
const unawaited: readonly Worker[] = ['export-brands'];

const ofBucket = z.union([
  z.object({ Event: z.literal('s3:TestEvent') }),
  z.object({ Records: z.array(z.object({ s3: z.object({}) })) }),
]);

/**
 * Handles one message of the queue of all workers: events of a shard and notices about uploads itself, other work by the
 * function of its worker.
 *
 * @throws Error if the worker failed, so that the message is repeated
 */
export async function passMessage(body: unknown, run: WorkRun, queue: WorkQueue): Promise<void> {
  const shard = outboxMessage.safeParse(body);
  if (shard.success) return dispatchEvents(shard.data, eventConsumers, limited(run));
  if (ofBucket.safeParse(body).success) {
    for (const { key } of notifiedObjects(body)) await receiveUpload(key, run);
    return;
  }
  const work = workMessage.safeParse(body);
  // Providers send all other messages.
  const worker = work.success ? workKinds[work.data.kind].worker : 'receive-message-events';
  const name = process.env[functionVariable(worker)];
  if (!name) throw new Error(`There is no function of ${worker}`);
  const until = unawaited.includes(worker) ? 'started' : 'done';
  await passOn(z.looseObject({}).parse(body), { function: name, until }, queue);
}

function limited(run: WorkRun): WorkRun {
  const end = performance.now() + shardMilliseconds;
  return { ...run, isTimeUp: () => run.isTimeUp() || performance.now() > end };
}

/** Schedules the processing of an uploaded file. A repeated notice schedules it again, which finds nothing to do. */
async function receiveUpload(key: string, run: WorkRun): Promise<void> {
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
