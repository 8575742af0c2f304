import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** A UUID of version 7 for this time that is the same each time: its random bits are a hash of `cause`. */
export const derivedId = (cause: string, time: Date): string => {
  const random = createHash('sha256').update(cause).digest().subarray(0, 16);
  return v7({ msecs: time.getTime(), random, seq: random.readUInt32BE(12) });
};
