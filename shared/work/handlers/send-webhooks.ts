import { again } from '#commerce/webhooks/delivery.ts';
import { recordEvents } from '#commerce/work/record-events.ts';
import type { WebhookEndpoint } from '#contract/commerce/webhook-records.ts';
import { webhookTargetRules } from '#contract/environment.ts';
import { logger } from '#observability/logger.ts';
import { isWritten, retryOnConflict } from '#persistence/conflict.ts';
import { firstIdAt } from '#store/commerce/commerce-keys.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import { deliveriesBetween, readQueue, redeliveryActions } from '#store/commerce/webhooks/deliveries.ts';
import {
  changeWebhookEndpoint,
  deliverWork,
  readWebhookEndpoint,
} from '#store/commerce/webhooks/endpoints.ts';
import { outboxAction } from '#store/commerce/work/outbox.ts';
import { wakeForOutbox, wakeForWork } from '#store/commerce/work/wake.ts';
import { outboxShardOf } from '#store/commerce/work/work-keys.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { WorkHandler, WorkHandlers, WorkOutcome, WorkRun } from '../run-work.ts';
import { type BatchOutcome, giveUpWaiting, hasTime, sendBatch } from '../webhooks/send-due.ts';

/** After this time the run lets other endpoints send. */
const shareMilliseconds = 45_000;

const rules = webhookTargetRules(process.env);

/**
 * Sends what is due for one endpoint, in the order of time, and returns at its next attempt. One run of an endpoint at a time
 * keeps a slow endpoint from taking all workers.
 */
const deliverWebhooks: WorkHandler<'deliver-webhooks'> = async ({ payload }, run) => {
  const { brand_id, endpoint_id } = payload;
  const startedAt = performance.now();
  while (hasTime(run) && performance.now() - startedAt < shareMilliseconds) {
    const endpoint = await readWebhookEndpoint(commerceTable, brand_id, endpoint_id);
    if (endpoint === undefined || endpoint.status === 'disabled') return giveUp(endpoint_id, run);
    const sent = await sendBatch(endpoint, rules, run);
    if (sent === undefined) return nextRun(endpoint_id);
    if (sent.dead !== undefined) await disable(endpoint, { ...sent, dead: sent.dead }, run);
  }
  return { again: run.now() };
};

async function nextRun(endpointId: string): Promise<WorkOutcome> {
  const [next] = await readQueue(commerceTable, endpointId, 1);
  return next === undefined ? 'done' : { again: new Date(next.at) };
}

const giveUp = async (endpointId: string, run: WorkRun): Promise<WorkOutcome> =>
  (await giveUpWaiting(endpointId, run)) === 'done' ? 'done' : { again: run.now() };

type Death = BatchOutcome & { readonly dead: 'gone' | 'failing' };

/** Disables a dead endpoint and records the notice, in one transaction. */
async function disable({ id, brand_id }: WebhookEndpoint, { dead, failingSince }: Death, run: WorkRun) {
  const operation = run.newId();
  await retryOnConflict(async () => {
    const before = await readWebhookEndpoint(commerceTable, brand_id, id);
    if (before === undefined || before.status === 'disabled') return;
    const time = run.now().toISOString();
    const after: WebhookEndpoint = {
      ...before,
      status: 'disabled',
      disabled_reason: dead,
      disabled_at: time,
      updated_at: time,
      version: before.version + 1,
    };
    const data = { id, reason: dead, failing_since: failingSince ?? time, disabled_at: time };
    const events = recordEvents(brand_id, [{ type: 'webhook_endpoint.disabled', data }], {
      now: run.now(),
      newId: run.newId,
    });
    await changeWebhookEndpoint(commerceTable, before, after, [outboxAction({ id: operation, events })]);
    logger.warn('A webhook endpoint was disabled', { endpoint_id: id, reason: dead });
  });
  await wakeForOutbox(outboxShardOf(operation));
}

/**
 * Queues the deliveries of a range of time again. Each delivery keeps the id of the request, so a repeated run queues none
 * twice.
 */
const redeliverWebhooks: WorkHandler<'redeliver-webhooks'> = async ({ key, payload }, run) => {
  const { brand_id, endpoint_id, from, to, status } = payload;
  const endpoint = await readWebhookEndpoint(commerceTable, brand_id, endpoint_id);
  if (endpoint === undefined || endpoint.status === 'disabled') return 'done';
  const range = { from: firstIdAt(new Date(from)), to: `${firstIdAt(new Date(to))}~` };
  for await (const delivery of deliveriesBetween(commerceTable, endpoint_id, range)) {
    if (run.isTimeUp()) return { again: run.now() };
    const isWanted = status === 'all' ? delivery.status !== 'pending' : delivery.status === status;
    if (!isWanted || delivery.redelivery === key) continue;
    const actions = redeliveryActions(delivery, again(delivery, run.now(), key));
    // Not written: an attempt or another redelivery has changed it meanwhile.
    await isWritten(transact(commerceTable, [...actions, deliverWork(endpoint, run.now())]));
  }
  await wakeForWork({ kind: 'deliver-webhooks', key: endpoint_id }, run.now(), run.now());
  return 'done';
};

/** The handlers of the worker `send-webhooks`, by kind. */
export const sendWebhooksHandlers: WorkHandlers<'send-webhooks'> = {
  'deliver-webhooks': deliverWebhooks,
  'redeliver-webhooks': redeliverWebhooks,
};
