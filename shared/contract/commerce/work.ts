import * as z from 'zod';
import { notificationCause, notificationKinds } from '#commerce/notifications/contract.ts';
import { timestamp, uuid } from '../fields.ts';

/**
 * Workers, named after their functions. A worker runs the work of its kinds only, with the role of its kinds only. All of
 * them share one queue, whose function is `dispatch-events`: it passes each message to its worker.
 */
export const workers = [
  'dispatch-events',
  'do-work',
  'send-webhooks',
  'process-uploads',
  'process-images',
  'send-messages',
  'receive-message-events',
  'settle-billing',
  'erase-people',
  'export-brands',
  'erase-brands',
] as const;
export type Worker = (typeof workers)[number];

interface WorkDeclaration {
  readonly worker: Worker;
  /**
   * People can cause much of it. A brand has fewer runs of such work at a time than there are executions for all brands, and
   * each lets others run after a few seconds.
   */
  readonly takesTurns?: true;
  /** What the handler needs beside the key: ids, never data of a person. */
  readonly payload: z.ZodType;
}

/**
 * Kinds of work that is due at a time. The key identifies one item of a kind; scheduling it again replaces the earlier
 * time. To add a kind, add a line here and a handler in the work.ts of its capability.
 */
export const workKinds = {
  /** Sends the due deliveries of one webhook endpoint. Key: the endpoint's id. */
  'deliver-webhooks': {
    worker: 'send-webhooks',
    takesTurns: true,
    payload: z.object({ brand_id: uuid, endpoint_id: uuid }),
  },
  /** Sends a range of deliveries of one webhook endpoint again. Key: the id of the request. */
  'redeliver-webhooks': {
    worker: 'send-webhooks',
    takesTurns: true,
    payload: z.object({
      brand_id: uuid,
      endpoint_id: uuid,
      from: z.string(),
      to: z.string(),
      status: z.enum(['failed', 'delivered', 'all']),
    }),
  },
  /** Imports products from a CSV file. Key: the id of the import. */
  'import-products': {
    worker: 'process-uploads',
    takesTurns: true,
    payload: z.object({ brand_id: uuid, import_id: uuid }),
  },
  /** Makes the sizes of an uploaded image, or ends the wait for its file. Key: the image's id. */
  'make-image-sizes': {
    worker: 'process-images',
    takesTurns: true,
    payload: z.object({ brand_id: uuid, product_id: uuid, image_id: uuid }),
  },
  /** Removes the files of deleted images. Key: the id of the image, or of its deleted product. */
  'remove-images': {
    worker: 'process-images',
    payload: z.object({ brand_id: uuid, product_id: uuid, image_ids: z.array(uuid).max(100) }),
  },
  /** Starts a campaign at its time, reads its audience, and ends it. Key: the campaign's id. */
  'send-campaign': {
    worker: 'send-messages',
    takesTurns: true,
    payload: z.object({ brand_id: uuid, campaign_id: uuid }),
  },
  /** Sends one batch of a campaign. Key: the campaign's id and the number of the batch. */
  'send-campaign-batch': {
    worker: 'send-messages',
    takesTurns: true,
    payload: z.object({ brand_id: uuid, campaign_id: uuid, batch: z.int() }),
  },
  /** Sends one message that is not part of a campaign. Key: brand and id of the message. */
  'send-message': {
    worker: 'send-messages',
    payload: z.object({ brand_id: uuid.optional(), message_id: z.string() }),
  },
  /** Imports the rows of a file. Key: the import's id. */
  'import-contacts': {
    worker: 'do-work',
    takesTurns: true,
    payload: z.object({ brand_id: uuid, import_id: uuid }),
  },
  /** Erases a person. Key: the erasure's id. */
  'erase-person': { worker: 'erase-people', payload: z.object({ brand_id: uuid, erasure_id: uuid }) },
  /** Ends referral credit whose time is over. Key: brand and customer. */
  'expire-credit': { worker: 'do-work', payload: z.object({ brand_id: uuid, customer_id: uuid }) },
  /** Delivers a notification to the inboxes of a large brand from a position on. Key: the id of the notification. */
  'deliver-notification': {
    worker: 'do-work',
    payload: z.object({
      notice: z.object({
        id: uuid,
        brand_id: uuid,
        kind: z.enum(notificationKinds),
        title: z.string(),
        cause: notificationCause.optional(),
        resource: z.object({ type: z.string(), id: z.string() }).optional(),
        created_at: timestamp,
        audience: z.literal('owners').optional(),
      }),
      after: z.string(),
    }),
  },
  /** Sends the digest of one person in one brand. Key: brand and person. */
  'send-digest': { worker: 'do-work', payload: z.object({ brand_id: uuid, subject: z.string() }) },
  /** Compares the stored subscription with the payment provider's. Key: the brand's id. */
  'refresh-subscription': { worker: 'settle-billing', payload: z.object({ brand_id: uuid }) },
  /** Reminds of a failed payment, and suspends the plan when the grace ends. Key: the brand's id. */
  'collect-payment': { worker: 'settle-billing', payload: z.object({ brand_id: uuid }) },
  /** Gives the brand a gateway key in the usage plan of its plan. Key: the brand's id. */
  'set-gateway-key': { worker: 'settle-billing', payload: z.object({ brand_id: uuid }) },
  /** Deletes gateway keys that another one has replaced. Key: the brand's id. */
  'remove-gateway-keys': { worker: 'erase-brands', payload: z.object({ brand_id: uuid }) },
  /** Makes the archive of everything that a brand owns. Key: the export's id. */
  'export-brand': { worker: 'export-brands', payload: z.object({ brand_id: uuid, export_id: uuid }) },
  /** Reminds of the deletion of a brand, and removes everything when its time has come. Key: the brand's id. */
  'delete-brand': { worker: 'erase-brands', payload: z.object({ brand_id: uuid }) },
} as const satisfies Readonly<Record<string, WorkDeclaration>>;

export type WorkKind = keyof typeof workKinds;

export type WorkPayload<Kind extends WorkKind> = z.output<(typeof workKinds)[Kind]['payload']>;

/** The kinds that a worker runs. */
export type KindOf<W extends Worker> = {
  readonly [Kind in WorkKind]: (typeof workKinds)[Kind]['worker'] extends W ? Kind : never;
}[WorkKind];

const kindNames = Object.keys(workKinds) as [WorkKind, ...WorkKind[]];

/** A message that wakes the worker of this work. It holds ids only. */
export const workMessage = z.object({ kind: z.enum(kindNames), key: z.string().min(1).max(512) });
export type WorkMessage = z.output<typeof workMessage>;

/** A message that wakes `dispatch-events`: one shard of the outbox. */
export const outboxMessage = z.object({ shard: z.int().min(0) });
export type OutboxMessage = z.output<typeof outboxMessage>;
