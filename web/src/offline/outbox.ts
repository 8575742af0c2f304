import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { api } from '#web/api/api.ts';
import { isOnline } from '#web/data/connectivity.ts';
import { refreshSoon } from '#web/data/refresh-soon.ts';
import { outboxAttention, outboxCount } from '#web/offline/outbox-count.ts';
import {
  isCreation,
  newEntry,
  nextAttempt,
  type OutboxEntry,
  type SentWrite,
  type Write,
  withWrite,
} from '#web/offline/outbox-entry.ts';
import { type Outcome, outcomeOf, sendEntry } from '#web/offline/outbox-outcome.ts';
import { type OutboxStore, openOutbox } from '#web/offline/outbox-store.ts';
import { owner } from '#web/offline/owner.ts';

/** Entries of the open brand that are not sent yet, in the order in which they were made. */
export const outboxEntries: ReadonlySignal<readonly OutboxEntry[]> = computed(() =>
  all.value.filter(({ brandId }) => brandId === owner.value?.brandId),
);

/** Entries of all brands that are not sent yet, because the device sends them all. */
export const allOutboxEntries: ReadonlySignal<readonly OutboxEntry[]> = computed(() => all.value);

/** Writes that this or another tab has sent while the app is open. Lists show them until they have read the service again. */
export const sentWrites: ReadonlySignal<readonly SentWrite[]> = computed(() => sent.value);

/** Why entries wait; undefined while they are being sent. */
export const waitingFor: ReadonlySignal<SendingEnd['kind'] | undefined> = computed(() => end.value);

type Sent = Pick<OutboxEntry, 'idempotencyKey' | 'attempts'>;

/** Adds a write to the outbox and sends it. Resolves when the device has it. `sentAs` is a request that the service may have. */
export async function addWrite(
  brandId: string,
  write: Write,
  { heldMs, sentAs }: { readonly heldMs?: number; readonly sentAs?: Sent } = {},
): Promise<OutboxEntry | undefined> {
  const { store } = await opened();
  const last = (await store.list()).findLast((entry) => entry.write.recordId === write.recordId);
  const heldUntil = heldMs === undefined ? undefined : Date.now() + heldMs;
  const merged = last && (await withEntry(last.id, () => mergeInto(last.id, write, store, heldUntil)));
  const isFirst = last === undefined || (await store.get(last.id)) === undefined;
  const entry = merged
    ? merged.entry
    : { ...newEntry(brandId, isFirst ? withVersion(write) : write, heldUntil), ...sentAs };
  if (merged === undefined && entry !== undefined) await store.put(entry);
  await changed();
  void sendOutbox();
  return entry;
}

/** Changes an entry that was not sent or was refused, and sends it again. */
export async function changeEntry(id: string, change: (entry: OutboxEntry) => Write): Promise<void> {
  const { store } = await opened();
  await withEntry(id, async () => {
    const entry = await store.get(id);
    if (entry !== undefined) await store.put(withWrite(entry, change(entry)));
  });
  await changed();
  void sendOutbox();
}

/** Removes an entry without sending it. Entries that cannot exist without it go as well. */
export async function discardEntry(id: string): Promise<void> {
  const { store } = await opened();
  await withEntry(id, async () => {
    const entry = await store.get(id);
    if (entry === undefined) return;
    if (isCreation(entry.write)) {
      const followers = (await store.list()).filter(({ write }) => write.recordId === entry.write.recordId);
      for (const follower of followers) await store.remove(follower.id);
    } else {
      await giveVersion(store, entry, entry.write.version);
      await store.remove(id);
    }
  });
  await changed();
  void sendOutbox();
}

/** Sends what waits. A call while entries are being sent has the outbox look again afterwards. */
export function sendOutbox(): Promise<void> {
  isAskedAgain = sending !== undefined;
  sending ??= sendAll().finally(() => {
    sending = undefined;
    if (isAskedAgain) void sendOutbox().catch(() => undefined);
  });
  return sending;
}

/** Opens the outbox of a person, or closes it after sign-out. */
export async function showOutboxOf(personId: string | undefined): Promise<void> {
  const last = current;
  if (last?.personId === personId) return;
  clearTimeout(timer);
  current = undefined;
  sent.value = [];
  versions.clear();
  setEntries([]);
  void last?.store.then(({ close }) => close());
  if (personId === undefined) return;
  current = { personId, store: openOutbox(personId) };
  await changed();
  await sendOutbox();
}

/** Sends when the signal is back, when the app is shown again, and when another tab has added something. Call it once. */
export function watchSignal(): void {
  effect(() => {
    if (isOnline.value) sendSoon();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sendSoon();
  });
  hearTabs((message) => {
    if (current === undefined) return;
    if (message.kind === 'changed') void readEntries();
    else if (message.personId === current.personId) keepSent(message.sent, message.version);
  });
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data === 'send-outbox') sendSoon();
  });
}

/** Prefixes of the queries that show the record of a write. */
const shownIn = ({ kind }: Write): readonly string[] =>
  kind === 'order_status' || kind === 'create_order' ? ['orders', 'home'] : ['water', 'home'];

const firstDelayMs = 5000;
const maxDelayMs = 5 * 60_000;
let delayMs = firstDelayMs;
let sending: Promise<void> | undefined;
let isAskedAgain = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let current: { readonly personId: string; readonly store: Promise<OutboxStore> } | undefined;
let lastTurn = 0;
const versions = new Map<string, number>();
const all = signal<readonly OutboxEntry[]>([]);
const sent = signal<readonly SentWrite[]>([]);
const end = signal<SendingEnd['kind'] | undefined>('idle');

async function opened(): Promise<{ readonly personId: string; readonly store: OutboxStore }> {
  if (current === undefined) throw new Error('Nobody is signed in');
  return { personId: current.personId, store: await current.store };
}

async function sendAll(): Promise<void> {
  const { personId, store } = await opened();
  clearTimeout(timer);
  end.value = undefined;
  const ended = await sendEntries({
    store,
    personId,
    isCurrent: () => owner.peek()?.personId === personId,
    onChange: async (entry, version) => {
      if (entry !== undefined) {
        const written = { write: entry.write, sentAt: Date.now() };
        keepSent(written, version);
        tellTabs({ kind: 'sent', personId, sent: written, version });
      }
      await changed();
    },
  });
  end.value = ended.kind;
  delayMs = ended.kind === 'idle' ? firstDelayMs : Math.min(delayMs * 2, maxDelayMs);
  if (ended.kind === 'idle' || ended.kind === 'signed_out') return;
  timer = setTimeout(
    () => void sendOutbox().catch(() => undefined),
    ended.kind === 'later' ? Math.max(firstDelayMs, 1000 * ended.seconds) : delayMs,
  );
}

function keepSent(written: SentWrite, version: number | undefined): void {
  if (version !== undefined) versions.set(written.write.recordId, version);
  sent.value = [...sent.value, written];
  refreshSoon(shownIn(written.write));
}

function sendSoon(): void {
  delayMs = firstDelayMs;
  if (current !== undefined) void sendOutbox().catch(() => undefined);
}

/** The entry before may have been sent since the page was drawn: its version is the one that the person has seen. */
function withVersion(write: Write): Write {
  if (isCreation(write) || write.version !== undefined) return write;
  return { ...write, version: versions.get(write.recordId) };
}

async function changed(): Promise<void> {
  tellTabs({ kind: 'changed' });
  await readEntries();
  if (all.value.length > 0) void requestBackgroundSync();
}

async function readEntries(): Promise<void> {
  const { personId, store } = await opened();
  const turn = ++lastTurn;
  const entries = await store.list();
  // A list that was read later may have arrived first.
  if (turn === lastTurn && current?.personId === personId) setEntries(entries);
}

function setEntries(entries: readonly OutboxEntry[]): void {
  all.value = entries;
  outboxCount.value = entries.length;
  outboxAttention.value = entries.filter(({ state }) => state.kind !== 'waiting').length;
}

/** Asks for a `sync` event when the signal is back. Not every browser has it, and the types of TypeScript do not. */
async function requestBackgroundSync(): Promise<void> {
  const registration: unknown = await navigator.serviceWorker?.getRegistration();
  const sync: unknown = Object(registration).sync;
  if (hasRegister(sync)) await sync.register('outbox').catch(() => undefined);
}

const hasRegister = (sync: unknown): sync is { register(tag: string): Promise<void> } =>
  typeof Object(sync).register === 'function';

/** What a tab tells the others about an outbox. */
type TabMessage =
  /** Entries were added, changed or removed. */
  | { readonly kind: 'changed' }
  /** The service has a write of this person; the record has this version. */
  | {
      readonly kind: 'sent';
      readonly personId: string;
      readonly sent: SentWrite;
      readonly version: number | undefined;
    };

const tellTabs = (message: TabMessage): void => channel.postMessage(message);

/** Calls `hear` with each message of another tab. Call it once. */
function hearTabs(hear: (message: TabMessage) => void): void {
  channel.addEventListener('message', ({ data }) => hear(data));
}

const channel = new BroadcastChannel('granary-outbox');

/**
 * Merges a write into the last entry for the record if the service cannot have that entry. Returns undefined if it may, and no
 * entry if both cancel each other out.
 */
async function mergeInto(
  id: string,
  write: Write,
  store: OutboxStore,
  heldUntil: number | undefined,
): Promise<{ readonly entry: OutboxEntry | undefined } | undefined> {
  const last = await store.get(id);
  if (last === undefined || (last.attempts > 0 && last.state.kind !== 'refused')) return undefined;
  const earlier = last.write;
  if (write.kind === 'delete_water_log' && earlier.kind === 'create_water_log') {
    await store.remove(id);
    return { entry: undefined };
  }
  const merged = mergedWrite(last, write);
  if (merged === undefined) return undefined;
  const entry = { ...withWrite(last, merged), heldUntil };
  await store.put(entry);
  return { entry };
}

/** An edit goes into the entry before it. A deletion replaces a refused edit; behind a waiting one it can be undone alone. */
function mergedWrite({ write: earlier, state }: OutboxEntry, write: Write): Write | undefined {
  if (write.kind === 'edit_water_log') {
    const isMerged = earlier.kind === 'create_water_log' || earlier.kind === 'edit_water_log';
    return isMerged ? { ...earlier, after: write.after } : undefined;
  }
  if (write.kind === 'delete_water_log' && earlier.kind === 'edit_water_log' && state.kind === 'refused')
    return { ...write, version: earlier.version, before: earlier.before };
  return undefined;
}

/** The outbox of one person. */
interface Sending {
  readonly store: OutboxStore;
  readonly personId: string;
  /** Whether the person is still signed in. */
  readonly isCurrent: () => boolean;
  /** Called after each entry that was sent, with the version of the record, or that needs a decision. */
  readonly onChange: (sent: OutboxEntry | undefined, version?: number) => Promise<void>;
}

/** Why sending has ended. `idle`: nothing is left to send. `elsewhere`: another tab sends. */
type SendingEnd =
  | { readonly kind: 'idle' | 'elsewhere' | 'offline' | 'signed_out' }
  | { readonly kind: 'later'; readonly seconds: number };

/**
 * Sends the waiting entries in the order in which they were made. An entry waits behind an earlier one for the same record.
 * One tab sends at a time.
 */
async function sendEntries(sending: Sending): Promise<SendingEnd> {
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
async function withEntry<T>(id: string, change: () => Promise<T>): Promise<T> {
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

/** Milliseconds that the clock of the service is ahead of this device. */
let serviceAhead = 0;

/** The token may belong to a person who has signed in in another tab: nothing is sent under another name. */
async function identify({ personId }: Sending): Promise<SendingEnd | undefined> {
  try {
    const me = api('GET /api/v1/me', {}, { maxRetries: 0, timeoutMs: 10_000 });
    const { data, headers } = await me.withReply();
    serviceAhead = Date.parse(headers.get('date') ?? '') - Date.now() || 0;
    return data.subject === personId ? undefined : { kind: 'signed_out' };
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
  const entry = nextAttempt(read, Date.now() + serviceAhead);
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
async function giveVersion(
  store: OutboxStore,
  { id, write }: OutboxEntry,
  version: number | undefined,
): Promise<void> {
  const follower = (await store.list()).find(
    (other) => other.id !== id && other.write.recordId === write.recordId,
  );
  if (follower === undefined || isCreation(follower.write)) return;
  if (follower.write.version === undefined)
    await store.put({ ...follower, write: { ...follower.write, version } });
}
