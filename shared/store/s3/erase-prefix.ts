import type { Bucket } from './bucket.ts';
import { listVersions, removeVersions } from './object-versions.ts';

/**
 * Removes every version of every object whose key begins with the prefix, also of objects that arrive meanwhile. Idempotent.
 *
 * @returns false when the time is up
 */
export async function erasePrefix(bucket: Bucket, prefix: string, isTimeUp: () => boolean): Promise<boolean> {
  for (;;) {
    if (isTimeUp()) return false;
    const page = await listVersions(bucket, prefix).next();
    if (page.done === true || page.value.length === 0) return true;
    await removeVersions(bucket, page.value);
  }
}
