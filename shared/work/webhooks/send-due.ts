import {
  type AttemptOutcome,
  afterAttempt,
  givenUp,
  type StoredDelivery,
  showsDeadEndpoint,
} from '#commerce/webhooks/delivery.ts';
import { liveSecrets } from '#commerce/webhooks/secret.ts';
import { signedHeaders } from '#commerce/webhooks/signature.ts';
import type { TargetRules } from '#commerce/webhooks/target.ts';
import type { WebhookEndpoint } from '#contract/commerce/webhook-records.ts';
import { metrics } from '#observability/logger.ts';
import { postWebhook } from '#store/adapters/post-webhook.ts';
import { commerceTable } from '#store/commerce/commerce-table.ts';
import {
  dropQueued,
  type QueuedDelivery,
  readDeliveriesById,
  readQueue,
  saveAttempt,
} from '#store/commerce/webhooks/deliveries.ts';
import { recordFailingSince } from '#store/commerce/webhooks/endpoints.ts';
import { readSecrets } from '#store/commerce/webhooks/secrets.ts';
import type { WorkRun } from '../run-work.ts';

/** Deliveries of one endpoint that are sent at a time. */
const deliveriesAtOnce = 6;

const timeoutMilliseconds = 15_000;

/** Reads and writes around a delivery. */
const marginMilliseconds = 5000;

/** What a batch means for its endpoint. */
export interface BatchOutcome {
  /** The endpoint answered 410, or every attempt since that of a failed delivery has failed. */
  readonly dead: 'gone' | 'failing' | undefined;
  readonly failingSince: string | undefined;
}

/** Whether the run has time for another delivery that times out. */
export const hasTime = (run: WorkRun): boolean =>
  run.remainingMilliseconds() > timeoutMilliseconds + marginMilliseconds;

/**
 * Sends the deliveries that are due for an endpoint, a few at a time.
 *
 * @returns undefined if none is due; else what the batch means for the endpoint
 */
export async function sendBatch(
  endpoint: WebhookEndpoint,
  rules: TargetRules,
  run: WorkRun,
): Promise<BatchOutcome | undefined> {
  const due = await dueOf(endpoint.id, run.now());
  if (due.length === 0) return undefined;
  const deliveries = await deliveriesOf(endpoint.id, due);
  const secrets = await readSecrets(commerceTable, endpoint.id);
  const outcomes = await Promise.all(
    deliveries.map((delivery) =>
      sendOne(delivery, { endpoint, rules, run, secrets: liveSecrets(secrets?.secrets ?? [], run.now()) }),
    ),
  );
  const failingSince = await noteHealth(endpoint, outcomes);
  const gone = outcomes.some((outcome) => outcome.gone);
  const failing = outcomes.some(({ delivery }) => showsDeadEndpoint(delivery, failingSince));
  return { failingSince, dead: gone ? 'gone' : failing ? 'failing' : undefined };
}

/** Gives up all waiting deliveries of a disabled or deleted endpoint, as far as the time allows. */
export async function giveUpWaiting(endpointId: string, run: WorkRun): Promise<'done' | 'more'> {
  for (;;) {
    const queued = await readQueue(commerceTable, endpointId, 25);
    if (queued.length === 0) return 'done';
    for (const delivery of await deliveriesOf(endpointId, queued)) {
      await saveAttempt(commerceTable, delivery, givenUp(delivery));
    }
    if (run.isTimeUp()) return 'more';
  }
}

const dueOf = async (endpointId: string, now: Date): Promise<readonly QueuedDelivery[]> =>
  (await readQueue(commerceTable, endpointId, deliveriesAtOnce)).filter(({ at }) => at <= now.toISOString());

/** The deliveries of entries of the queue. Drops entries whose delivery has another time or has expired. */
async function deliveriesOf(
  endpointId: string,
  queued: readonly QueuedDelivery[],
): Promise<readonly StoredDelivery[]> {
  const byId = await readDeliveriesById(
    commerceTable,
    endpointId,
    queued.map(({ id }) => id),
  );
  const current: StoredDelivery[] = [];
  for (const entry of queued) {
    const delivery = byId.get(entry.id);
    if (delivery?.status === 'pending' && delivery.next_attempt_at === entry.at) current.push(delivery);
    else await dropQueued(commerceTable, endpointId, entry);
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
  await saveAttempt(commerceTable, delivery, outcome.delivery);
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
    if (failing_since !== undefined) await recordFailingSince(commerceTable, endpoint, undefined);
    return undefined;
  }
  if (failing_since !== undefined) return failing_since;
  const since = outcomes
    .map(({ delivery }) => delivery.last_attempt?.at ?? '')
    .sort()
    .find((at) => at !== '');
  if (since !== undefined) await recordFailingSince(commerceTable, endpoint, since);
  return since;
}
