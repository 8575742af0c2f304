import { createHash } from 'node:crypto';
import { PutCommand, type PutCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ConditionFailed } from '#persistence/conflict.ts';
import { send, type Table, type TransactAction } from '../dynamodb/table.ts';

/** A stored answer, replayed to a repeated request. */
export interface StoredReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a request with an idempotency key meets. */
export type KeyReservation =
  | {
      readonly outcome: 'first';
      readonly claimId: string;
      /** Names the request: the same again for a repetition that takes over from a run that did not answer. */
      readonly reference: string;
    }
  | { readonly outcome: 'replay'; readonly reply: StoredReply }
  | { readonly outcome: 'in-flight'; readonly retryAfterSeconds: number }
  | { readonly outcome: 'mismatch' };

/** One key of one caller, and the request it stands for. */
export interface IdempotentRequest {
  /** Who sent it: keys of different callers never meet. */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 over method, path and body. */
  readonly fingerprint: string;
}

/** Answers are kept for this long (documented to clients), seconds. */
const replyRetentionSeconds = 24 * 3600;

/** A request that has not answered by then was killed; above the longest function time-out. Seconds. */
const leaseSeconds = 30;

/** When to repeat a request whose first run is still in progress: most runs end within a second. */
const retrySeconds = 2;

const record = z.object({
  fingerprint: z.string(),
  claim_id: z.string().optional(),
  reference: z.string().optional(),
  state: z.enum(['in-flight', 'completed']),
  lease_until: z.number().optional(),
  expires_at: z.number(),
  reply: z
    .object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() })
    .optional(),
});

/**
 * Claims the key for this request, or tells what became of the request that holds it. A claim whose holder was
 * killed is taken over when its lease ends, under the same reference: its transaction either committed with the
 * reply or not at all, and an operation of several transactions finds by the reference what it has done.
 */
export async function reserveKey(
  table: Table,
  request: IdempotentRequest,
  now: Date,
): Promise<KeyReservation> {
  const seconds = Math.floor(now.getTime() / 1000);
  const fresh = crypto.randomUUID();
  try {
    return await putClaim(table, request, seconds, fresh, {
      ConditionExpression: 'attribute_not_exists(pk) OR expires_at < :now',
      ExpressionAttributeValues: { ':now': seconds },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const found = record.parse(error.failures[0]?.item);
    const isSame = found.fingerprint === request.fingerprint;
    if (!isOver(found, isSame, seconds)) return standing(found, request, seconds);
    return takeOver(table, request, seconds, found, isSame ? (found.reference ?? fresh) : fresh);
  }
}

type Found = z.infer<typeof record>;

/** The run that has the key is over without an answer: killed, or failed in a way that a repetition may mend. */
const isOver = ({ state, lease_until = 0 }: Found, isSame: boolean, seconds: number): boolean =>
  state === 'in-flight' && (lease_until === released || (isSame && lease_until < seconds));

async function takeOver(
  table: Table,
  request: IdempotentRequest,
  seconds: number,
  { claim_id = '' }: Found,
  reference: string,
): Promise<KeyReservation> {
  try {
    return await putClaim(table, request, seconds, reference, {
      ConditionExpression: 'claim_id = :before',
      ExpressionAttributeValues: { ':before': claim_id },
    });
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return standing(record.parse(error.failures[0]?.item), request, seconds);
  }
}

async function putClaim(
  table: Table,
  request: IdempotentRequest,
  seconds: number,
  reference: string,
  condition: Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>,
): Promise<KeyReservation> {
  const claimId = crypto.randomUUID();
  const put = new PutCommand({
    TableName: table.name,
    Item: {
      ...keyOf(request),
      state: 'in-flight',
      fingerprint: request.fingerprint,
      claim_id: claimId,
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
    // The SDK's own retry after a lost answer meets the claim that the first attempt made.
    const isOurs = error instanceof ConditionFailed && error.failures[0]?.item?.['claim_id'] === claimId;
    if (!isOurs) throw error;
  }
  return { outcome: 'first', claimId, reference };
}

/**
 * The action that completes the claim with the reply; it belongs into the transaction of the business items, so
 * that the work and the memory of it are one write.
 */
export function completeReservation(
  request: IdempotentRequest,
  claimId: string,
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
      ConditionExpression: 'claim_id = :claim',
      ExpressionAttributeValues: { ':claim': claimId },
    },
  };
}

/** Lease of a key that was given back: any request may have it at once. */
const released = 0;

/**
 * Gives the key back after a failure, so that the client's retry runs; its reference stays, for what the operation
 * may have done before it failed.
 */
export async function releaseKey(table: Table, request: IdempotentRequest, claimId: string): Promise<void> {
  try {
    await send(
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: keyOf(request),
          UpdateExpression: 'SET lease_until = :released',
          ConditionExpression: 'claim_id = :claim',
          ExpressionAttributeValues: { ':claim': claimId, ':released': released },
        }),
      ),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

function standing(found: Found, request: IdempotentRequest, seconds: number): KeyReservation {
  if (found.fingerprint !== request.fingerprint) return { outcome: 'mismatch' };
  if (found.state === 'completed' && found.reply) return { outcome: 'replay', reply: found.reply };
  return {
    outcome: 'in-flight',
    retryAfterSeconds: Math.min(retrySeconds, Math.max(1, (found.lease_until ?? seconds) - seconds)),
  };
}

function keyOf({ scope, key }: IdempotentRequest) {
  const hash = createHash('sha256').update(key).digest('base64url');
  return { pk: `IDEMPOTENCY#${scope}#${hash}`, sk: 'IDEMPOTENCY' };
}
