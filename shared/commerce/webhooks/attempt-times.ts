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
