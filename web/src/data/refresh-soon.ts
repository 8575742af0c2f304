import { refreshAll } from '#web/data/query.ts';

/**
 * Refreshes every query whose key begins with one of the prefixes, now, or two seconds after the last time: what changes many times
 * in a row is not read each time.
 */
export function refreshSoon(prefixes: readonly string[]): void {
  for (const prefix of prefixes) stale.add(prefix);
  if (timer !== undefined) return;
  timer = setTimeout(refresh, Math.max(0, refreshedAt + pauseMs - performance.now()));
}

const pauseMs = 2000;
const stale = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
let refreshedAt = -pauseMs;

function refresh(): void {
  timer = undefined;
  refreshedAt = performance.now();
  for (const prefix of stale) refreshAll(prefix);
  stale.clear();
}
