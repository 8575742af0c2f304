/** Maximum entries; the oldest is evicted first. */
const maxEntries = 1000;

/**
 * Caches the result of `load` by key for some seconds. A missing value is not cached, so a new credential works at once.
 * Neither is a failure.
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
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value ?? '');
      entries.set(key, { value, until: now + seconds * 1000 });
    }
    return value;
  };
}
