import { type Signal, signal } from '@preact/signals';
import { keep, readKept } from '#web/offline/local-store.ts';
import { owner } from '#web/offline/owner.ts';

/** What is known of one key: its data, the failure of the last read, and the time of the data. */
export interface EntryState {
  readonly data: unknown;
  readonly error: unknown;
  readonly readAt: number | undefined;
  readonly isReading: boolean;
}

/** Data of one key in memory, shared by all components that use the key. */
export interface Entry {
  readonly key: string;
  /** Person and brand of the data. */
  readonly scope: string;
  readonly state: Signal<EntryState>;
  readonly isKept: boolean;
  users: number;
  /** The read in progress. All who ask meanwhile share it. */
  reading: Promise<void> | undefined;
  read: () => Promise<unknown>;
  /** Somebody asked for data newer than the read in progress. It is read again afterwards. */
  isAskedAgain: boolean;
  /** The data was changed during the read in progress, whose result is older. */
  isChanged: boolean;
  /** The first view of a page waits for its awaited data. */
  isAwaited: boolean;
  /** Data that grew by several pages is not replaced by the first one on focus. */
  isGrown: boolean;
}

const initialState: EntryState = { data: undefined, error: undefined, readAt: undefined, isReading: false };
const changesOfUse = signal(0);
const maxEntries = 300;
const entries = new Map<string, Entry>();

/** Person and open brand. They are part of each key, so that a switch never shows the data of another one. */
export function presentScope(): string {
  const { personId = '', brandId = 'claims' } = owner.value ?? {};
  return `${personId} ${brandId}`;
}

/** Returns the entry of a key within the signed-in person and the open workplace. */
export function entryOf(key: string, read: () => Promise<unknown>, isKept: boolean): Entry {
  const scope = presentScope();
  const scoped = `${scope} ${key}`;
  const existing = entries.get(scoped);
  if (existing !== undefined) return existing;
  const entry: Entry = {
    key,
    scope,
    state: signal(initialState),
    isKept,
    users: 0,
    reading: undefined,
    read,
    isAskedAgain: false,
    isChanged: false,
    isAwaited: true,
    isGrown: false,
  };
  entries.set(scoped, entry);
  forgetUnused();
  if (isKept) void showKept(entry);
  return entry;
}

/** Reads the entry from the service, or waits for the read in progress. */
export function readShared(entry: Entry): Promise<void> {
  entry.reading ??= readCurrent(entry).finally(() => {
    entry.reading = undefined;
  });
  return entry.reading;
}

/** Reads the entry from the service, and again if a read is in progress, because that may not have the latest change. */
export function refreshEntry(entry: Entry): Promise<void> {
  entry.isAskedAgain = entry.reading !== undefined;
  return readShared(entry);
}

/** Shows a change at once. A read in progress does not take it back. */
export function changeEntry(entry: Entry, data: unknown): void {
  entry.isChanged = entry.reading !== undefined;
  setEntry(entry, data, Date.now());
}

/** Replaces the data of an entry in memory and in the local copy. */
function setEntry(entry: Entry, data: unknown, readAt: number): void {
  entry.state.value = { ...entry.state.peek(), data, error: undefined, readAt };
  // A reply that arrives after a switch belongs to another person or brand than the local copy.
  if (entry.isKept && entry.scope === presentScope()) void keep(entry.key, data);
}

/** The entries in use by components. */
export const usedEntries = (): readonly Entry[] => [...entries.values()].filter(({ users }) => users > 0);

/** The entries in use, for a computation that runs again when others are used. */
export function watchedEntries(): readonly Entry[] {
  void changesOfUse.value;
  return usedEntries();
}

/** Call it when a component begins or ends to use an entry. */
export function usersChanged(): void {
  changesOfUse.value = changesOfUse.peek() + 1;
}

/** Refreshes used entries whose key begins with the prefix, and forgets the others. */
export function refreshEntries(prefix: string): void {
  const scoped = `${presentScope()} ${prefix}`;
  for (const [key, entry] of entries) {
    if (!key.startsWith(scoped)) continue;
    entry.isGrown = false;
    if (entry.users > 0) void refreshEntry(entry);
    else entries.delete(key);
  }
}

/** Forgets all data in memory. */
export function forgetEntries(): void {
  entries.clear();
}

async function readCurrent(entry: Entry): Promise<void> {
  do {
    entry.isAskedAgain = false;
    entry.isChanged = false;
    await readEntry(entry);
  } while (entry.users > 0 && (entry.isAskedAgain || entry.isChanged));
}

async function readEntry(entry: Entry): Promise<void> {
  const { state } = entry;
  // The data may be as old as the request.
  const readAt = Date.now();
  state.value = { ...state.peek(), isReading: true };
  try {
    const data = await entry.read();
    if (!entry.isChanged) setEntry(entry, data, readAt);
  } catch (error) {
    state.value = { ...state.peek(), error };
  } finally {
    state.value = { ...state.peek(), isReading: false };
  }
}

/** Shows the local copy while the service has not replied. */
async function showKept({ key, scope, state }: Entry): Promise<void> {
  const kept = await readKept(key);
  if (kept === undefined || scope !== presentScope() || state.peek().readAt !== undefined) return;
  state.value = { ...state.peek(), data: kept.value, readAt: kept.readAt };
}

function forgetUnused(): void {
  if (entries.size <= maxEntries) return;
  for (const [key, { users }] of entries) {
    if (users === 0) entries.delete(key);
    if (entries.size <= maxEntries) return;
  }
}
