const firstPauseSeconds = 30;
const longestPauseSeconds = 3600;

/**
 * When failed work runs again: after 30 seconds, one minute, two and so on, an hour at most. Work that fails is never given
 * up; its failures trigger an alarm.
 *
 * @param attempt the attempt that failed, from 1
 */
export function retryTime(attempt: number, now: Date): Date {
  const seconds = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(20, attempt - 1));
  return new Date(now.getTime() + seconds * 1000);
}
