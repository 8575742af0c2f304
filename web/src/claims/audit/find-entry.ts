import type { AuditEntry } from '#contract/claims/audit/log.ts';
import { api } from '#web/api/api.ts';

/** Entries of one request. */
const pageSize = 200;

/**
 * Finds an entry by its number. The API filters by time only, and times never decrease along the chain, so the search halves
 * the time until a page holds the entry. A tampered time can mislead the search.
 *
 * @returns undefined if the entry is not in the chain
 */
export async function findEntry(id: number): Promise<AuditEntry | undefined> {
  const newest = await pageBefore(undefined);
  let high = newest.at(-1);
  if (high === undefined || (newest[0]?.id ?? 0) < id) return undefined;
  if (high.id <= id) return entryOf(newest, id);
  let highTime = Date.parse(high.created_at);
  let lowTime = await timeBefore(id, highTime);
  while (highTime - lowTime > 1) {
    const middle = Math.floor((lowTime + highTime) / 2);
    const page = await pageBefore(middle);
    const [first, last] = [page[0], page.at(-1)];
    if (first === undefined || last === undefined || first.id < id) lowTime = middle;
    else if (last.id <= id) return entryOf(page, id);
    else {
      high = last;
      highTime = Math.min(middle, Date.parse(high.created_at));
    }
  }
  return entryOf(await pageBefore(highTime), id);
}

/** Steps back, each time twice as far, to a time at which the entry did not exist yet. */
async function timeBefore(id: number, from: number): Promise<number> {
  let step = 3_600_000;
  for (let time = from - step; ; time -= step *= 2) {
    if (time <= 0) return 0;
    const [newest] = await pageBefore(time, 1);
    if (newest === undefined || newest.id < id) return time;
  }
}

async function pageBefore(time: number | undefined, limit = pageSize): Promise<readonly AuditEntry[]> {
  const to = time === undefined ? {} : { to: new Date(time).toISOString() };
  const { data } = await api('GET /api/admin/audit-log', { ...to, limit });
  return data;
}

const entryOf = (entries: readonly AuditEntry[], id: number): AuditEntry | undefined =>
  entries.find((entry) => entry.id === id);
