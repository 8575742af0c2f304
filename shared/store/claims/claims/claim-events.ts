import type { Write } from '#claims/change.ts';
import type { Claim, ClaimEvent, KeptEvent } from '#claims/claim/claim.ts';
import type { ClaimChange } from '#claims/claim/claim-change.ts';
import { type Item, recordOf } from '../../dynamodb/items.ts';
import { valueSize } from '../../dynamodb/value-size.ts';
import { claimEventKey } from '../keys/claim-keys.ts';
import { claimItem } from './stored-claim.ts';

/** Bytes of a claim with its events. Above 1 kB each later write of the claim would take another two write units. */
const maxClaimBytes = 980;
/** Bytes of an id in the list of its audit entries. Each version has one entry, or few more. */
const bytesPerVersion = 6;

/**
 * The writes with events in the claims that the same transaction changes, as long as a claim stays small: an item for an event takes
 * two write units. Other events keep their own write.
 */
export function withKeptEvents(writes: readonly Write[]): readonly Write[] {
  const events = Map.groupBy(
    writes.filter((write) => write.kind === 'claim-event'),
    ({ claimId }) => claimId,
  );
  if (events.size === 0) return writes;
  const kept = new Set<Write>();
  const withEvents = (change: ClaimChange): ClaimChange => {
    const own = events.get(change.after.id) ?? [];
    if (own.length === 0) return change;
    const { events: earlier = [] } = change.after;
    const after = { ...change.after, events: [...earlier, ...own.map(({ n, event }) => ({ n, ...event }))] };
    if (valueSize(claimItem(after)) + after.version * bytesPerVersion > maxClaimBytes) return change;
    for (const write of own) kept.add(write);
    return { ...change, after };
  };
  const changed = writes.map((write) =>
    write.kind === 'claims' ? { ...write, changes: write.changes.map(withEvents) } : write,
  );
  return changed.filter((write) => !kept.has(write));
}

/** The events in a claim and in items of its partition, oldest first; those of one response in its order. */
export function eventsOf({ id, events = [] }: Claim, items: readonly Item[]): readonly ClaimEvent[] {
  const placed = [
    ...items.map((item) => ({ sk: String(item['sk']), event: recordOf<ClaimEvent>(item) })),
    ...events.map(({ n, ...event }: KeptEvent) => {
      return { sk: claimEventKey(id, event.at, event.reference, n).sk, event };
    }),
  ];
  return placed.toSorted((a, b) => (a.sk < b.sk ? -1 : 1)).map(({ event }) => event);
}
