import { api } from '#web/api/api.ts';
import type { OutboxEntry } from '#web/offline/outbox-entry.ts';
import { type Outcome, outcomeOf, sendEntry } from '#web/offline/outbox-outcome.ts';
import type { OutboxStore } from '#web/offline/outbox-store.ts';

/** The outbox of one person. */
export interface Sending {
  readonly store: OutboxStore;
  readonly personId: string;
  /** Whether the person is still signed in. */
  readonly isCurrent: () => boolean;
  /** Called after each entry that was sent, with the version of the record, or that needs a decision. */
  readonly onChange: (sent: OutboxEntry | undefined, version?: number) => Promise<void>;
}

/** Why sending has ended. `idle`: nothing is left to send. `elsewhere`: another tab sends. */
export type SendingEnd =
  | { readonly kind: 'idle' | 'elsewhere' | 'offline' | 'signed_out' }
  | { readonly kind: 'later'; readonly seconds: number };

/**
 * Sends the waiting entries in the order in which they were made. An entry waits behind an earlier one for the same record.
 * One tab sends at a time.
 */
export async function sendEntries(sending: Sending): Promise<SendingEnd> {
  const { store } = sending;
  return await navigator.locks.request(store.lock, { ifAvailable: true }, async (lock) => {
    if (lock === null) return { kind: 'elsewhere' };
    const passed = new Set<string>();
    let delay: number | undefined;
    for (let isIdentified = false; ; ) {
      const entry = nextOf(await store.list(), passed);
      if (entry === undefined)
        return delay === undefined ? { kind: 'idle' } : { kind: 'later', seconds: delay };
      const heldMs = (entry.heldUntil ?? 0) - Date.now();
      if (heldMs > 0) {
        passed.add(entry.write.recordId);
        delay = Math.max(delay ?? 0, heldMs / 1000);
        continue;
      }
      if (!sending.isCurrent()) return { kind: 'signed_out' };
      const refusal = isIdentified ? undefined : await identify(sending);
      if (refusal !== undefined) return refusal;
      isIdentified = true;
      const outcome = await withEntry(entry.id, () => sendOne(entry.id, sending));
      switch (outcome?.kind) {
        case 'offline':
        case 'signed_out':
          return outcome;
        case 'later':
          passed.add(entry.write.recordId);
          delay = Math.max(delay ?? 0, outcome.seconds ?? 0);
      }
    }
  });
}

/** Runs a change of an entry while no tab sends the entry. */
export async function withEntry<T>(id: string, change: () => Promise<T>): Promise<T> {
  return await navigator.locks.request(`granary-entry-${id}`, change);
}

/** The first entry whose record has no earlier entry that waits for a person or for a busy service. */
function nextOf(entries: readonly OutboxEntry[], passed: ReadonlySet<string>): OutboxEntry | undefined {
  const blocked = new Set(passed);
  for (const entry of entries) {
    const { recordId } = entry.write;
    if (entry.state.kind === 'waiting' && !blocked.has(recordId)) return entry;
    blocked.add(recordId);
  }
  return undefined;
}

/** The token may belong to a person who has signed in in another tab: nothing is sent under another name. */
async function identify({ personId }: Sending): Promise<SendingEnd | undefined> {
  try {
    const { subject } = await api('GET /api/v1/me', {}, { maxRetries: 0, timeoutMs: 10_000 });
    return subject === personId ? undefined : { kind: 'signed_out' };
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome.kind === 'offline') return outcome;
    return outcome.kind === 'later'
      ? { kind: 'later', seconds: outcome.seconds ?? 0 }
      : { kind: 'signed_out' };
  }
}

async function sendOne(id: string, { store, personId, onChange }: Sending): Promise<Outcome | undefined> {
  const read = await store.get(id);
  if (read?.state.kind !== 'waiting') return undefined;
  const entry = { ...read, attempts: read.attempts + 1 };
  // Before the request: a tab that is closed during it must not change the content under the same key.
  await store.put(entry);
  const outcome = await sendEntry(entry, personId);
  switch (outcome.kind) {
    case 'sent':
      // First the entry behind: it would otherwise lose its version if the tab was closed between both.
      await giveVersion(store, entry, outcome.version);
      await store.remove(id);
      await onChange(entry, outcome.version);
      break;
    case 'conflict':
    case 'refused':
      await store.put({ ...entry, state: outcome });
      await onChange(undefined);
  }
  return outcome;
}

/** Gives the version after an entry to the next entry for the record. */
export async function giveVersion(
  store: OutboxStore,
  { id, write }: OutboxEntry,
  version: number | undefined,
): Promise<void> {
  const follower = (await store.list()).find(
    (other) => other.id !== id && other.write.recordId === write.recordId,
  );
  if (follower === undefined || follower.write.kind === 'create_water_log') return;
  if (follower.write.version === undefined)
    await store.put({ ...follower, write: { ...follower.write, version } });
}
