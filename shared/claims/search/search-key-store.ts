import { readSecret } from '#store/adapters/secrets.ts';
import type { SearchKey } from './keyed-hashes.ts';

/** Reads the key of the hashes in the search index. */
export type ReadSearchKey = () => Promise<SearchKey>;

/** Reads the key from its secret once for each function instance. A failure is not kept. */
export function searchKeyFrom(secretId: string): ReadSearchKey {
  let known: Promise<SearchKey> | undefined;
  return () => {
    known ??= readSecret(secretId).then(
      (text) => text as SearchKey,
      (error: unknown) => {
        known = undefined;
        throw error;
      },
    );
    return known;
  };
}
