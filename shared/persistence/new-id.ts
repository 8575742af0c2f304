import { v7 } from 'uuid';

/** A new UUID of version 7: its text sorts by time. */
export const newId = (now: Date = new Date()): string => v7({ msecs: now.getTime() });
