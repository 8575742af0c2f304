import { v7 } from 'uuid';

/** A new UUID of version 7: its text sorts by time. */
export const newId = (now: Date = new Date()): string => v7({ msecs: now.getTime() });

/** Beginning of the least UUID of version 7 of this time (RFC 9562 section 5.7). */
export function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0').slice(-12);
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
