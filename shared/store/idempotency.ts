import { createHash } from 'node:crypto';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { ConditionFailed } from './rejections.ts';
import { send, type Table, type TransactAction } from './table.ts';

/** A stored answer, replayed to a repeated request. */
export interface StoredReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a request with an idempotency key meets. */
export type Claim =
  | { readonly outcome: 'first'; readonly claimId: string }
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

const record = z.object({
  fingerprint: z.string(),
  state: z.enum(['in-flight', 'completed']),
  lease_until: z.number().optional(),
  expires_at: z.number(),
  reply: z
    .object({ status: z.number(), headers: z.record(z.string(), z.string()), body: z.string() })
    .optional(),
});

/**
 * Claims the key for this request, or tells what became of the request that holds it. A claim whose holder was
 * killed is taken over when its lease ends: its transaction either committed with the reply or not at all.
 */
export async function claimKey(table: Table, request: IdempotentRequest, now: Date): Promise<Claim> {
  const seconds = Math.floor(now.getTime() / 1000);
  const claimId = crypto.randomUUID();
  try {
    await send(
      table.client.send(
        new PutCommand({
          TableName: table.name,
          Item: {
            ...keyOf(request),
            state: 'in-flight',
            fingerprint: request.fingerprint,
            claim_id: claimId,
            lease_until: seconds + leaseSeconds,
            expires_at: seconds + replyRetentionSeconds,
          },
          ConditionExpression:
            'attribute_not_exists(pk) OR expires_at < :now OR ' +
            '(#state = :inFlight AND lease_until < :now AND fingerprint = :fingerprint)',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: {
            ':now': seconds,
            ':inFlight': 'in-flight',
            ':fingerprint': request.fingerprint,
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      ),
    );
    return { outcome: 'first', claimId };
  } catch (error) {
    if (error instanceof ConditionFailed) return standing(error, request, seconds);
    throw error;
  }
}

/**
 * The action that completes the claim with the reply; it belongs into the transaction of the business items, so
 * that the work and the memory of it are one write.
 */
export function completion(
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

/** Gives the key back after a failure that changed nothing, so that the client's retry runs. */
export async function releaseKey(table: Table, request: IdempotentRequest, claimId: string): Promise<void> {
  try {
    await send(
      table.client.send(
        new DeleteCommand({
          TableName: table.name,
          Key: keyOf(request),
          ConditionExpression: 'claim_id = :claim',
          ExpressionAttributeValues: { ':claim': claimId },
        }),
      ),
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

function standing(error: ConditionFailed, request: IdempotentRequest, seconds: number): Claim {
  const found = record.parse(error.failures[0]?.item);
  if (found.fingerprint !== request.fingerprint) return { outcome: 'mismatch' };
  if (found.state === 'completed' && found.reply) return { outcome: 'replay', reply: found.reply };
  return {
    outcome: 'in-flight',
    retryAfterSeconds: Math.max(1, (found.lease_until ?? seconds) - seconds),
  };
}

function keyOf({ scope, key }: IdempotentRequest) {
  const hash = createHash('sha256').update(key).digest('base64url');
  return { pk: `IDEMPOTENCY#${scope}#${hash}`, sk: 'IDEMPOTENCY' };
}
