/** Entries kept at most; the oldest goes first. */
const capacity = 1000;

/**
 * Remembers what `load` found for a key for some seconds. What was not found is asked for again, so that a new
 * credential works at once; a failed load is not remembered.
 */
export function expiringCache<Value>(seconds: number) {
  const entries = new Map<string, { readonly value: Value; readonly until: number }>();
  return async (key: string, load: () => Promise<Value>): Promise<Value> => {
    const now = Date.now();
    const entry = entries.get(key);
    if (entry && entry.until > now) return entry.value;
    entries.delete(key);
    const value = await load();
    if (value !== undefined && seconds > 0) {
      if (entries.size >= capacity) entries.delete(entries.keys().next().value ?? '');
      entries.set(key, { value, until: now + seconds * 1000 });
    }
    return value;
  };
}
