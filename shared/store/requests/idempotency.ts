import { createHash } from 'node:crypto';
import { PutCommand, type PutCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ConditionFailed } from '#persistence/conflict.ts';
import { leaseMilliseconds } from '#persistence/lease.ts';
import { send, type Table, type TransactAction } from '../dynamodb/table.ts';

/** A stored reply, replayed to a repeated request. */
export interface StoredReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type KeyReservation =
  | {
      readonly outcome: 'first';
      readonly reservationId: string;
      /** Identifies the request. A repetition that takes over from a killed run gets the same reference. */
      readonly reference: string;
    }
  | { readonly outcome: 'replay'; readonly reply: StoredReply }
  | { readonly outcome: 'in-flight'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'mismatch' };

export interface IdempotentRequest {
  /** Identifies the caller: keys of different callers are independent. */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 over method, path and body. */
  readonly fingerprint: string;
}

/** Retention of replies, documented to clients, seconds. */
const replyRetentionSeconds = 24 * 3600;

/** Longer than the time-out of any endpoint's function, so an expired lease means a killed run, and none is renewed. */
const leaseSeconds = leaseMilliseconds / 1000;

/** Seconds after which to repeat a request in progress: most runs end within a second. */
const retrySeconds = 2;

/** Lease of a released key: any request may take it at once. */
const released = 0;

const record = z.object({
  fingerprint: z.string(),
  reservation_id: z.string().optional(),
  reference: z.string().optional(),
  state: z.enum(['in-flight', 'completed']),
  lease_until: z.number().optional(),
  expires_at: z.number(),
  reply: z
    .object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() })
    .optional(),
});
type KeyRecord = z.infer<typeof record>;

/**
 * Reserves the key for this request, or returns the outcome of the request that holds it. When the lease of a killed run
 * ends, a repetition takes the key over under the same reference. The transaction of the killed run was committed with
 * its reply or not at all, and an operation of several transactions finds its progress by the reference.
 */
export async function reserveKey(
  table: Table,
  request: IdempotentRequest,
  now: Date,
): Promise<KeyReservation> {
  const seconds = Math.floor(now.getTime() / 1000);
  const reference = crypto.randomUUID();
  const reservation = await tryReserve(table, request, seconds, reference, {
    ConditionExpression: 'attribute_not_exists(pk) OR expires_at < :now',
    ExpressionAttributeValues: { ':now': seconds },
  });
  if ('outcome' in reservation) return reservation;
  const isSame = reservation.fingerprint === request.fingerprint;
  if (!isAbandoned(reservation, isSame, seconds)) return outcomeOf(reservation, request, seconds);
  const kept = isSame ? (reservation.reference ?? reference) : reference;
  const takenOver = await tryReserve(table, request, seconds, kept, {
    ConditionExpression: 'reservation_id = :before',
    ExpressionAttributeValues: { ':before': reservation.reservation_id ?? '' },
  });
  return 'outcome' in takenOver ? takenOver : outcomeOf(takenOver, request, seconds);
}

/** The run that holds the key was killed, or failed in a way that a repetition may not. */
const isAbandoned = ({ state, lease_until = 0 }: KeyRecord, isSame: boolean, seconds: number): boolean =>
  state === 'in-flight' && (lease_until === released || (isSame && lease_until < seconds));

/** Reserves the key under a condition; returns the stored record if the condition fails. */
async function tryReserve(
  table: Table,
  request: IdempotentRequest,
  seconds: number,
  reference: string,
  condition: Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>,
): Promise<Extract<KeyReservation, { outcome: 'first' }> | KeyRecord> {
  const reservationId = crypto.randomUUID();
  const put = new PutCommand({
    TableName: table.name,
    Item: {
      ...keyOf(request),
      state: 'in-flight',
      fingerprint: request.fingerprint,
      reservation_id: reservationId,
      reference,
      lease_until: seconds + leaseSeconds,
      expires_at: seconds + replyRetentionSeconds,
    },
    ...condition,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await send(table.client.send(put));
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = record.parse(error.failures[0]?.item);
    // After a lost response, the SDK's own retry finds the reservation of its first attempt.
    if (found.reservation_id !== reservationId) return found;
  }
  return { outcome: 'first', reservationId, reference };
}

function outcomeOf(found: KeyRecord, request: IdempotentRequest, seconds: number): KeyReservation {
  if (found.fingerprint !== request.fingerprint) return { outcome: 'mismatch' };
  if (found.state === 'completed' && found.reply) return { outcome: 'replay', reply: found.reply };
  return {
    outcome: 'in-flight',
    retryAfterSeconds: Math.min(retrySeconds, Math.max(1, (found.lease_until ?? seconds) - seconds)),
  };
}

/** The action that stores the reply. It belongs in the transaction of the work, so that both are one write. */
export function completeReservation(
  request: IdempotentRequest,
  reservationId: string,
  reply: StoredReply,
  now: Date,
): TransactAction {
  return {
    Put: {
      Item: {
        ...keyOf(request),
        state: 'completed',
        fingerprint: request.fingerprint,
        reply,
        expires_at: Math.floor(now.getTime() / 1000) + replyRetentionSeconds,
      },
      ConditionExpression: 'reservation_id = :reservation',
      ExpressionAttributeValues: { ':reservation': reservationId },
    },
  };
}

/** Releases the key after a failure, so that a retry runs. The reference stays for work that the operation has done. */
export async function releaseKey(
  table: Table,
  request: IdempotentRequest,
  reservationId: string,
): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: keyOf(request),
    UpdateExpression: 'SET lease_until = :released',
    ConditionExpression: 'reservation_id = :reservation',
    ExpressionAttributeValues: { ':reservation': reservationId, ':released': released },
  });
  await send(table.client.send(update)).catch((error: unknown) => {
    if (!(error instanceof ConditionFailed)) throw error;
  });
}

function keyOf({ scope, key }: IdempotentRequest) {
  const hash = createHash('sha256').update(key).digest('base64url');
  return { pk: `IDEMPOTENCY#${scope}#${hash}`, sk: 'IDEMPOTENCY' };
}
