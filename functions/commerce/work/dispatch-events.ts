import * as z from 'zod';
import { isBrandClosed } from '#commerce/brands/records.ts';
import { notifyPeople } from '#commerce/notifications/work.ts';
import { completeOnboarding } from '#commerce/onboarding/work.ts';
import { orderStatuses } from '#commerce/orders/order.ts';
import { settleReward } from '#commerce/referrals/work.ts';
import { deliverToWebhooks } from '#commerce/webhooks/work.ts';
import { outboxMessage, type Worker, workKinds, workMessage } from '#contract/commerce/work.ts';
import { functionVariable } from '#contract/environment.ts';
import { forEachMessage, passOn } from '#events/queue-messages.ts';
import type { InvocationTime } from '#events/remaining-time.ts';
import { notifiedObjects } from '#events/s3-event.ts';
import { logger, metrics, publishMetrics } from '#observability/logger.ts';
import { ownWorkQueue, type WorkQueue } from '#store/adapters/work-queue.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import {
  type OutboxEntry,
  outboxEntries,
  removeEntry,
  wakeForOutbox,
  wakeForWork,
} from '#store/commerce/work/outbox.ts';
import { scheduleNow } from '#store/commerce/work/work-items.ts';
import { type MediaUpload, uploadOf } from '#store/s3/media-keys.ts';
import { type EventConsumer, runOf, type WorkRun } from '#work/run-work.ts';

/** Operations whose events are passed on at a time. */
const entriesAtOnce = 8;

/**
 * Passes the events of one shard of the outbox to every consumer, and removes them. An entry that fails stays and does not
 * hold up the others; the schedule tries it again.
 */
async function dispatchEvents(
  body: unknown,
  consumers: readonly EventConsumer[],
  run: WorkRun,
): Promise<void> {
  const { shard } = outboxMessage.parse(body);
  const entries = outboxEntries(commerceTable, shard);
  let stopped = false;
  const passOn = async () => {
    for await (const entry of entries) {
      await dispatch(entry, consumers, run);
      stopped ||= run.isTimeUp();
      if (stopped) return;
    }
  };
  await Promise.all(Array.from({ length: entriesAtOnce }, passOn));
  if (stopped) await wakeForOutbox(shard);
}

async function dispatch(
  { id, events }: OutboxEntry,
  consumers: readonly EventConsumer[],
  run: WorkRun,
): Promise<void> {
  try {
    const brandId = events[0]?.brand_id;
    const isLeft = brandId !== undefined && (await isBrandClosed(commerceTable, brandId));
    // Consumers would write new records of a brand whose records are being removed.
    for (const consume of isLeft ? [] : consumers) await consume(events, run);
    await removeEntry(commerceTable, id);
  } catch (error) {
    logger.error('Events stay in the outbox', { operation: id, error });
    metrics.addMetric('event_failures', 'Count', 1);
  }
}

const changedStatus = z.object({ id: z.string(), status: z.enum(orderStatuses) });

/** Events after which an order may be worth more or less. */
const worthChanging: readonly string[] = ['order.status_changed', 'order.changed', 'order.refunded'];

/** Makes rewards follow completed orders. */
const settleReferrals: EventConsumer = async (events, run) => {
  const completed = events.flatMap(({ type, brand_id, data }) => {
    const order = worthChanging.includes(type) ? changedStatus.parse(data) : undefined;
    return order?.status === 'completed' ? [{ brand_id, id: order.id }] : [];
  });
  const orders = new Map(completed.map((order) => [order.id, order]));
  for (const { brand_id, id } of orders.values()) {
    await settleReward(brand_id, id, { now: run.now(), newId: run.newId });
  }
};

/** Every consumer of outgoing events. An event leaves the outbox when all of them have taken it. */
const eventConsumers: readonly EventConsumer[] = [
  deliverToWebhooks,
  settleReferrals,
  completeOnboarding,
  notifyPeople,
];

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
async function passMessage(body: unknown, run: WorkRun, queue: WorkQueue): Promise<void> {
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

const queue = ownWorkQueue();

/** Takes the messages of the queue of all workers: passes events to their consumers, and other work to its worker. */
export async function handler(event: unknown, invocation: InvocationTime): Promise<void> {
  const run = runOf(invocation);
  try {
    await forEachMessage(event, queue, (body) => passMessage(body, run, queue));
  } finally {
    publishMetrics();
  }
}
