import type { Context } from 'aws-lambda';

export type InvocationTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** Milliseconds for the last write and the hand-over. */
const maxReserved = 30_000;

/** Returns a check that is true in the last tenth of the time that the invocation has now, or its last 30 seconds. */
export function lastTenth(invocation: InvocationTime | undefined): () => boolean {
  if (invocation === undefined) return () => false;
  const reserved = Math.min(maxReserved, invocation.getRemainingTimeInMillis() / 10);
  return () => invocation.getRemainingTimeInMillis() < reserved;
}
