import { createHash } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type LimiterName, limiters } from '#contract/limiters.ts';
import { ConditionFailed } from '#persistence/conflict.ts';
import { send, type Table } from '../dynamodb/table.ts';

export interface RateLimitState {
  readonly limiter: LimiterName;
  readonly allowed: boolean;
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** When the window ends, epoch seconds. */
  readonly resetAt: number;
}

/** Maximum wait for the count, milliseconds: most of the function's time belongs to the operation. */
const maxWait = 2000;

/**
 * Counts one request of `caller` against `limiter`. One conditional update makes the count exact under concurrency. Each
 * window has its own partition, so callers do not slow each other down.
 */
export async function countRequest(
  table: Table,
  limiter: LimiterName,
  caller: string,
  now: Date,
): Promise<RateLimitState> {
  const { limit, windowSeconds } = limiters[limiter];
  const start = Math.floor(now.getTime() / 1000 / windowSeconds) * windowSeconds;
  const resetAt = start + windowSeconds;
  const standing = { limiter, limit, windowSeconds, resetAt };
  // Hashed, so that the table contains no network addresses.
  const callerHash = createHash('sha256').update(caller).digest('base64url');
  // AbortSignal.timeout would make an exception two seconds after each request.
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), maxWait);
  try {
    const { Attributes } = await send(
      table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: { pk: `RATE#${limiter}#${callerHash}#${start}`, sk: 'RATE' },
          UpdateExpression: 'ADD #count :one SET expires_at = :expires',
          ConditionExpression: 'attribute_not_exists(#count) OR #count < :limit',
          ExpressionAttributeNames: { '#count': 'count' },
          ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':expires': resetAt + 3600 },
          ReturnValues: 'UPDATED_NEW',
        }),
        { abortSignal: waiting.signal },
      ),
    );
    return { ...standing, allowed: true, remaining: limit - Number(Attributes?.['count']) };
  } catch (error) {
    if (error instanceof ConditionFailed) return { ...standing, allowed: false, remaining: 0 };
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
