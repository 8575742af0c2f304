/** Maximum entries; the oldest is evicted first. */
const maxEntries = 1000;

/** Caches results of `load` for some seconds, but no failure and no missing value, so a new credential works at once. */
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
