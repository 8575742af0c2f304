import { webhookTargetRules } from '#contract/environment.ts';
import { logger, metrics } from '#observability/logger.ts';
import { isWritten, retryOnConflict } from '#persistence/conflict.ts';
import { firstIdAt } from '#persistence/new-id.ts';
import { postWebhook } from '#store/adapters/post-webhook.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import {
  outboxAction,
  outboxShardOf,
  recordEvents,
  wakeForOutbox,
  wakeForWork,
} from '#store/commerce/work/outbox.ts';
import { transact } from '#store/dynamodb/table.ts';
import type { GiveUp, GiveUps, WorkHandler, WorkHandlers, WorkOutcome, WorkRun } from '#work/run-work.ts';
import type { WebhookEndpoint } from './contract.ts';
import {
  type AttemptOutcome,
  afterAttempt,
  again,
  givenUp,
  liveSecrets,
  type StoredDelivery,
  showsDeadEndpoint,
  signedHeaders,
} from './delivery.ts';
import {
  deliveries,
  deliverWork,
  dropQueued,
  endpoints,
  type QueuedDelivery,
  readQueue,
  recordFailingSince,
  redeliveryActions,
  saveAttempt,
  secrets,
} from './records.ts';
import type { TargetRules } from './target.ts';

/** Deliveries of one endpoint that are sent at a time. */
const deliveriesAtOnce = 6;

const timeoutMilliseconds = 15_000;

/** Reads and writes around a delivery. */
const marginMilliseconds = 5000;

/** What a batch means for its endpoint. */
interface BatchOutcome {
  /** The endpoint answered 410, or every attempt since that of a failed delivery has failed. */
  readonly dead: 'gone' | 'failing' | undefined;
  readonly failingSince: string | undefined;
}

/** Whether the run has time for another delivery that times out. */
const hasTime = (run: WorkRun): boolean =>
  run.remainingMilliseconds() > timeoutMilliseconds + marginMilliseconds;

/**
 * Sends the deliveries that are due for an endpoint, a few at a time.
 *
 * @returns undefined if none is due; else what the batch means for the endpoint
 */
async function sendBatch(
  endpoint: WebhookEndpoint,
  rules: TargetRules,
  run: WorkRun,
): Promise<BatchOutcome | undefined> {
  const due = await dueOf(endpoint.id, run.now());
  if (due.length === 0) return undefined;
  const current = await deliveriesOf(due);
  const stored = await secrets.find({ endpoint_id: endpoint.id });
  const outcomes = await Promise.all(
    current.map((delivery) =>
      sendOne(delivery, { endpoint, rules, run, secrets: liveSecrets(stored?.secrets ?? [], run.now()) }),
    ),
  );
  const failingSince = await noteHealth(endpoint, outcomes);
  const gone = outcomes.some((outcome) => outcome.gone);
  const failing = outcomes.some(({ delivery }) => showsDeadEndpoint(delivery, failingSince));
  return { failingSince, dead: gone ? 'gone' : failing ? 'failing' : undefined };
}

/** Gives up all waiting deliveries of a disabled or deleted endpoint, as far as the time allows. */
async function giveUpWaiting(endpointId: string, run: WorkRun): Promise<'done' | 'more'> {
  for (;;) {
    const queued = await readQueue(endpointId, 25);
    if (queued.length === 0) return 'done';
    for (const delivery of await deliveriesOf(queued)) {
      await saveAttempt(delivery, givenUp(delivery));
    }
    if (run.isTimeUp()) return 'more';
  }
}

const dueOf = async (endpointId: string, now: Date): Promise<readonly QueuedDelivery[]> =>
  (await readQueue(endpointId, deliveriesAtOnce)).filter(({ at }) => at <= now.toISOString());

/** The deliveries of entries of the queue. Drops entries whose delivery has another time or has expired. */
async function deliveriesOf(queued: readonly QueuedDelivery[]): Promise<readonly StoredDelivery[]> {
  const found = await deliveries.findMany(queued);
  const byId = new Map(found.map((delivery) => [delivery.id, delivery]));
  const current: StoredDelivery[] = [];
  for (const entry of queued) {
    const delivery = byId.get(entry.id);
    if (delivery?.status === 'pending' && delivery.next_attempt_at === entry.at) current.push(delivery);
    else await dropQueued(entry);
  }
  return current;
}

interface Sending {
  readonly endpoint: WebhookEndpoint;
  readonly rules: TargetRules;
  readonly run: WorkRun;
  readonly secrets: readonly string[];
}

async function sendOne(
  delivery: StoredDelivery,
  { endpoint, rules, run, secrets }: Sending,
): Promise<AttemptOutcome> {
  const at = run.now();
  const { id, payload: body } = delivery;
  const headers = signedHeaders({ id, body, at }, secrets);
  const { retryAfter, ...answer } = await postWebhook(
    { url: endpoint.url, headers, body },
    { ...rules, timeoutMilliseconds },
  );
  const attempt = { at: at.toISOString(), ...answer };
  const outcome = afterAttempt(delivery, attempt, { now: run.now(), random: Math.random(), retryAfter });
  // False: the delivery was queued again during the attempt and will be sent once more.
  await saveAttempt(delivery, outcome.delivery);
  metrics.addMetric(outcome.succeeded ? 'webhooks_delivered' : 'webhooks_failed', 'Count', 1);
  return outcome;
}

/** Records since when the endpoint fails, only when that changes. */
async function noteHealth(
  endpoint: WebhookEndpoint,
  outcomes: readonly AttemptOutcome[],
): Promise<string | undefined> {
  const { failing_since } = endpoint;
  if (outcomes.length === 0) return failing_since;
  if (outcomes.some(({ succeeded }) => succeeded)) {
    if (failing_since !== undefined) await recordFailingSince(endpoint, undefined);
    return undefined;
  }
  if (failing_since !== undefined) return failing_since;
  const since = outcomes
    .map(({ delivery }) => delivery.last_attempt?.at ?? '')
    .sort()
    .find((at) => at !== '');
  if (since !== undefined) await recordFailingSince(endpoint, since);
  return since;
}

const rules = webhookTargetRules(process.env);

/**
 * Sends what is due for one endpoint, in the order of time, and returns at its next attempt. One run of an endpoint at a time
 * keeps a slow endpoint from taking all workers.
 */
const deliverWebhooks: WorkHandler<'deliver-webhooks'> = async ({ payload }, run) => {
  const { brand_id, endpoint_id } = payload;
  for (let isFirst = true; hasTime(run) && (isFirst || !run.isTimeUp()); isFirst = false) {
    const endpoint = await endpoints.find({ brand_id, id: endpoint_id });
    if (endpoint === undefined || endpoint.status === 'disabled') return giveUp(endpoint_id, run);
    const sent = await sendBatch(endpoint, rules, run);
    if (sent === undefined) return nextRun(endpoint_id);
    if (sent.dead !== undefined) await disable(endpoint, { ...sent, dead: sent.dead }, run);
  }
  return { again: run.now() };
};

/** The deliveries at which runs end without an answer have failed attempts, so that others follow and they end some day. */
const giveUpDeliveries: GiveUp<'deliver-webhooks'> = async ({ payload: { endpoint_id } }, run) => {
  const now = run.now();
  const attempt = { at: now.toISOString(), error: 'interrupted', duration_ms: 0 } as const;
  for (const delivery of await deliveriesOf(await dueOf(endpoint_id, now))) {
    const { delivery: after } = afterAttempt(delivery, attempt, { now, random: Math.random() });
    await saveAttempt(delivery, after);
  }
  return nextRun(endpoint_id);
};

export const sendWebhooksGiveUps: GiveUps<'send-webhooks'> = { 'deliver-webhooks': giveUpDeliveries };

async function nextRun(endpointId: string): Promise<WorkOutcome> {
  const [next] = await readQueue(endpointId, 1);
  return next === undefined ? 'done' : { again: new Date(next.at) };
}

const giveUp = async (endpointId: string, run: WorkRun): Promise<WorkOutcome> =>
  (await giveUpWaiting(endpointId, run)) === 'done' ? 'done' : { again: run.now() };

type Death = BatchOutcome & { readonly dead: 'gone' | 'failing' };

/** Disables a dead endpoint and records the notice, in one transaction. */
async function disable({ id, brand_id }: WebhookEndpoint, { dead, failingSince }: Death, run: WorkRun) {
  const operation = run.newId();
  await retryOnConflict(async () => {
    const before = await endpoints.find({ brand_id, id });
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
    await transact(commerceTable, [
      endpoints.replace(before, after),
      outboxAction({ id: operation, events }),
    ]);
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
  const endpoint = await endpoints.find({ brand_id, id: endpoint_id });
  if (endpoint === undefined || endpoint.status === 'disabled') return 'done';
  const range = { from: firstIdAt(new Date(from)), to: `${firstIdAt(new Date(to))}~` };
  for await (const delivery of deliveries.all({ endpoint_id }, range)) {
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
