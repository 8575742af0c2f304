import { ApiError, type ClientError } from './errors.ts';

export interface RetryRules {
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  readonly maxRetryDelayMs: number;
}

/** Milliseconds to wait before the next attempt; undefined if the error is final. */
export function retryDelay(
  error: ClientError,
  isRepeatable: boolean,
  { maxRetries, retryDelayMs, maxRetryDelayMs }: RetryRules,
): number | undefined {
  if (error.attempts > maxRetries || !mayRepeat(error, isRepeatable)) return undefined;
  const growing = Math.min(retryDelayMs * 2 ** (error.attempts - 1), maxRetryDelayMs);
  // A random part of the wait keeps clients that failed together apart. It is never zero, so a retry is never immediate.
  const random = growing * (0.5 + Math.random() / 2);
  const asked = error instanceof ApiError ? 1000 * (error.retryAfterSeconds ?? 0) : 0;
  return asked > maxRetryDelayMs ? undefined : Math.max(asked, random);
}

function mayRepeat(error: ClientError, isRepeatable: boolean): boolean {
  switch (error.kind) {
    case 'api':
      // A limiter refuses a request before its operation runs, so any operation can be repeated.
      if (error.status === 429) return true;
      return isRepeatable && (temporaryStatuses.has(error.status) || error.code === 'idempotency_in_flight');
    case 'connection':
    case 'timeout':
      return isRepeatable;
    case 'invalid_reply':
      return false;
  }
}

const temporaryStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Waits. Rejects with the reason of the signal when it aborts. */
export const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
