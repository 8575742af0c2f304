import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import { listen } from '../http/http-server.ts';
import { StartError } from '../start-error.ts';
import { DurableMap } from '../state/durable-map.ts';
import { createS3Server } from './api/s3-server.ts';
import { matchingRules, notificationEvent } from './store/notification-event.ts';
import { bucketSchema } from './store/object-record.ts';
import { ObjectStore } from './store/object-store.ts';

// The process of the S3 engine, separate so that large uploads do not block the gateway. It ends with the runtime.

const orderSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('start'),
    directory: z.string(),
    region: z.string(),
    port: z.number(),
    buckets: z.array(bucketSchema),
    credentials: z.object({ accessKey: z.string(), secretKey: z.string() }),
  }),
  z.object({ kind: z.literal('taken'), id: z.string() }),
]);

const pendingSchema = z.object({ id: z.string(), targetArn: z.string(), payload: z.string() });

let pending: DurableMap<z.infer<typeof pendingSchema>> | undefined;

process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
process.on('disconnect', () => process.exit(0));
process.on('message', (message) => {
  const order = orderSchema.parse(message);
  if (order.kind === 'taken') pending?.delete(order.id);
  else start(order).catch(fail);
});

async function start(order: z.infer<typeof orderSchema> & { readonly kind: 'start' }): Promise<void> {
  const notifications = DurableMap.open(join(order.directory, 'notifications.ndjson'), pendingSchema);
  pending = notifications;
  const store = new ObjectStore(order.directory, order.buckets, (change, record, bucket) => {
    for (const rule of matchingRules(change, record, bucket)) {
      const payload = JSON.stringify(notificationEvent(change, record, rule.id, order.region));
      const notification = { id: randomUUID(), targetArn: rule.targetArn, payload };
      // On disk before the response to the upload, so that a kill delays a notification but does not lose it.
      notifications.set(notification.id, notification);
      process.send?.({ kind: 'notification', ...notification });
    }
  });
  const endpoint = await listen(createS3Server(store, order.credentials), order.port);
  process.send?.({ kind: 'ready', port: Number(new URL(endpoint).port) });
  for (const left of notifications.values()) process.send?.({ kind: 'notification', ...left });
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.send?.({ kind: 'failed', message, forUser: error instanceof StartError }, () => process.exit(1));
}
