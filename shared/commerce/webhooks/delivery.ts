import { createHmac } from 'node:crypto';
import * as z from 'zod';
import type { RecordedEvent } from '#contract/commerce/events.ts';
import { ApiError } from '#contract/errors.ts';
import { timestamp } from '#contract/fields.ts';
import {
  type WebhookAttempt,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
  type WebhookEndpoint,
  type WebhookEndpointInput,
  type WebhookEndpointReplacement,
  webhookDeliveryDetail,
} from './contract.ts';

export function newWebhookEndpoint(
  input: WebhookEndpointInput,
  { id, now }: { readonly id: string; readonly now: Date },
): WebhookEndpoint {
  const { brand_id, ...settings } = input;
  const time = now.toISOString();
  return { id, brand_id, ...settingsOf(settings, time), created_at: time, updated_at: time, version: 1 };
}

/** The endpoint with its settings replaced and the next version. An enabled endpoint begins without failures. */
export function replaceWebhookEndpoint(
  before: WebhookEndpoint,
  replacement: WebhookEndpointReplacement,
  now: Date,
): WebhookEndpoint {
  const { id, brand_id, created_at, version, disabled_reason, disabled_at } = before;
  const time = now.toISOString();
  const stays = before.status === 'disabled' && replacement.status === 'disabled';
  return {
    id,
    brand_id,
    ...settingsOf(replacement, time),
    ...(stays && disabled_reason && { disabled_reason }),
    ...(stays && disabled_at && { disabled_at }),
    created_at,
    updated_at: time,
    version: version + 1,
  };
}

/** Whether the endpoint receives an event: one of its types, not older than the endpoint. */
export const receives = (endpoint: WebhookEndpoint, { type, created_at }: RecordedEvent): boolean =>
  endpoint.status === 'enabled' &&
  created_at >= endpoint.created_at &&
  (endpoint.event_types === undefined || endpoint.event_types.includes(type));

/** @throws ApiError webhook_endpoint_disabled */
export function requireEnabled({ status }: WebhookEndpoint): void {
  if (status === 'disabled') throw new ApiError('webhook_endpoint_disabled');
}

const settingsOf = (
  { url, description, event_types, status }: WebhookEndpointReplacement,
  time: string,
): Pick<WebhookEndpoint, 'url' | 'status'> & Partial<WebhookEndpoint> => ({
  url: new URL(url).href,
  ...(description !== undefined && { description }),
  ...(event_types !== undefined && { event_types: [...new Set(event_types)] }),
  status,
  ...(status === 'disabled' && { disabled_reason: 'owner', disabled_at: time }),
});

/** Bytes of a secret; Standard Webhooks allows 24 to 64. */
export const webhookSecretBytes = 32;

const prefix = 'whsec_';

/** A secret as Standard Webhooks writes it. */
export const webhookSecret = (random: Uint8Array): string => prefix + Buffer.from(random).toString('base64');

const keyOfSecret = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64');

export interface StoredSecret {
  readonly secret: string;
  readonly created_at: string;
  /** Absent for the current secret. */
  readonly expires_at?: string | undefined;
}

/** The secrets after a rotation: the new one, and the current one until the overlap ends. An older one is dropped. */
export function rotatedSecrets(
  secrets: readonly StoredSecret[],
  secret: string,
  { now, overlapHours }: { readonly now: Date; readonly overlapHours: number },
): readonly StoredSecret[] {
  const expires_at = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  const [current] = secrets;
  return [{ secret, created_at: now.toISOString() }, ...(current ? [{ ...current, expires_at }] : [])];
}

/** The secrets that sign now. */
export const liveSecrets = (secrets: readonly StoredSecret[], now: Date): readonly string[] =>
  secrets
    .filter(({ expires_at }) => expires_at === undefined || expires_at > now.toISOString())
    .map(({ secret }) => secret);

interface SignedMessage {
  readonly id: string;
  readonly body: string;
  readonly at: Date;
}

/**
 * The headers of a delivery by Standard Webhooks 1.0.0: id, time and one v1 signature for each live secret. A receiver
 * accepts the message if one of them is right.
 */
export function signedHeaders(
  { id, body, at }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOfSecret(secret)).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** A delivery as it is stored. */
export const storedDelivery = webhookDeliveryDetail.extend({
  /** Attempts of the current schedule; a redelivery begins again at 0. */
  schedule_attempts: z.int(),
  /** First attempt of the current schedule. */
  first_attempt_at: timestamp.optional(),
  /** The last redelivery of a range that included it. */
  redelivery: z.string().optional(),
});
export type StoredDelivery = z.output<typeof storedDelivery>;

const maxKeptAttempts = 20;

export const newDelivery = (
  { id: endpoint_id, brand_id }: Pick<WebhookEndpoint, 'id' | 'brand_id'>,
  event: RecordedEvent,
  now: Date,
): StoredDelivery => ({
  id: event.id,
  endpoint_id,
  brand_id,
  event_type: event.type,
  status: 'pending',
  attempt_count: 0,
  next_attempt_at: now.toISOString(),
  created_at: event.created_at,
  payload: JSON.stringify({
    type: event.type,
    timestamp: event.created_at,
    brand_id: event.brand_id,
    data: event.data,
  }),
  attempts: [],
  schedule_attempts: 0,
});

/** What an attempt means for its delivery and its endpoint. */
export interface AttemptOutcome {
  readonly delivery: StoredDelivery;
  readonly succeeded: boolean;
  /** The endpoint asks for no further deliveries. */
  readonly gone: boolean;
}

export function afterAttempt(
  before: StoredDelivery,
  attempt: WebhookAttempt,
  surroundings: { readonly now: Date; readonly random: number; readonly retryAfter?: string | undefined },
): AttemptOutcome {
  const { status } = attempt;
  const succeeded = status !== undefined && status >= 200 && status < 300 && attempt.error === undefined;
  const gone = status === 410;
  const schedule_attempts = before.schedule_attempts + 1;
  const next = succeeded || gone ? undefined : nextAttempt(schedule_attempts, surroundings);
  const { next_attempt_at: _, failure: __, ...kept } = before;
  const { response_body, ...last_attempt } = attempt;
  const delivery: StoredDelivery = {
    ...kept,
    status: succeeded ? 'delivered' : next ? 'pending' : 'failed',
    ...(!succeeded && !next && { failure: gone ? 'gone' : 'attempts_failed' }),
    ...(next && { next_attempt_at: next.toISOString() }),
    attempt_count: before.attempt_count + 1,
    schedule_attempts,
    first_attempt_at: before.first_attempt_at ?? attempt.at,
    last_attempt,
    attempts: [...before.attempts, attempt].slice(-maxKeptAttempts),
  };
  return { delivery, succeeded, gone };
}

/** The delivery to be sent again now, with a new schedule of attempts. */
export function again(before: StoredDelivery, now: Date, redelivery?: string): StoredDelivery {
  const { failure: _, first_attempt_at: __, ...kept } = before;
  return {
    ...kept,
    status: 'pending',
    next_attempt_at: now.toISOString(),
    schedule_attempts: 0,
    ...(redelivery !== undefined && { redelivery }),
  };
}

/** The delivery that is given up because its endpoint is disabled. */
export function givenUp(before: StoredDelivery): StoredDelivery {
  const { next_attempt_at: _, ...kept } = before;
  return { ...kept, status: 'failed', failure: 'endpoint_disabled' };
}

/**
 * Whether a delivery that failed in every attempt shows that its endpoint is dead: no other delivery has succeeded since its
 * first attempt.
 */
export const showsDeadEndpoint = (
  { status, failure, first_attempt_at }: StoredDelivery,
  failingSince: string | undefined,
): boolean =>
  status === 'failed' &&
  failure === 'attempts_failed' &&
  failingSince !== undefined &&
  first_attempt_at !== undefined &&
  failingSince <= first_attempt_at;

/** The delivery as lists show it. */
export function summaryOf(delivery: StoredDelivery): WebhookDelivery {
  const { id, endpoint_id, brand_id, event_type, status, failure, attempt_count } = delivery;
  const { next_attempt_at, last_attempt, created_at } = delivery;
  return {
    id,
    endpoint_id,
    brand_id,
    event_type,
    status,
    ...(failure && { failure }),
    attempt_count,
    ...(next_attempt_at && { next_attempt_at }),
    ...(last_attempt && { last_attempt }),
    created_at,
  };
}

export const detailOf = (delivery: StoredDelivery): WebhookDeliveryDetail => ({
  ...summaryOf(delivery),
  payload: delivery.payload,
  attempts: delivery.attempts,
});

/** Seconds before each attempt, counted from the end of the one before: a little over a day in all. */
const pauses = [0, 5, 300, 1800, 7200, 18_000, 36_000, 36_000] as const;

export const maxAttempts = pauses.length;

/** Pauses are up to a fifth longer, so that deliveries that failed together do not return together. */
const jitter = 0.2;

/** Maximum pause that a receiver can ask for. */
const maxRetryAfterSeconds = 24 * 3600;

/**
 * When a failed delivery is tried again; undefined after the last attempt.
 *
 * @param attempts attempts that failed, from 1
 * @param random from 0 to 1
 * @param retryAfter the header `Retry-After` of the answer: seconds or a date
 */
export function nextAttempt(
  attempts: number,
  {
    now,
    random,
    retryAfter,
  }: { readonly now: Date; readonly random: number; readonly retryAfter?: string | undefined },
): Date | undefined {
  const pause = pauses[attempts];
  if (pause === undefined) return undefined;
  const wanted = Math.min(maxRetryAfterSeconds, retryAfterSeconds(retryAfter, now));
  const seconds = Math.max(pause * (1 + jitter * random), wanted);
  return new Date(now.getTime() + Math.round(seconds * 1000));
}

function retryAfterSeconds(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header);
  const time = Date.parse(header);
  return Number.isNaN(time) ? 0 : Math.max(0, (time - now.getTime()) / 1000);
}
