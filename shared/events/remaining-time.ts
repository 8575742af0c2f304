import type { Context } from 'aws-lambda';

/** What a function that hands its work over has to know of its invocation. */
export type InvocationTime = Pick<Context, 'getRemainingTimeInMillis'>;

/** Time that the last write and handing over may take, milliseconds. */
const mostReserved = 30_000;

/** Tells when the last tenth of the time has begun that the invocation has now, or the last 30 seconds of it. */
export function lastTenth(invocation: InvocationTime | undefined): () => boolean {
  if (invocation === undefined) return () => false;
  const reserved = Math.min(mostReserved, invocation.getRemainingTimeInMillis() / 10);
  return () => invocation.getRemainingTimeInMillis() < reserved;
}
