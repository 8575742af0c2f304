import type { OutboxEntry } from '#web/offline/outbox-entry.ts';
import {
  openSealed,
  personDigest,
  type Sealed,
  type SealedDatabase,
  type SealedSchema,
} from '#web/offline/sealed-database.ts';

/** The outbox of one person on this device, in a database with its own key. Signing out does not delete it. */
export interface OutboxStore {
  /** Name of the Web Lock of the one tab that sends. */
  readonly lock: string;
  /** Entries in the order in which they were made. */
  list(): Promise<readonly OutboxEntry[]>;
  get(id: string): Promise<OutboxEntry | undefined>;
  /** Adds an entry at the end, or replaces it at its place. */
  put(entry: OutboxEntry): Promise<void>;
  remove(id: string): Promise<void>;
  close(): void;
}

export async function openOutbox(personId: string): Promise<OutboxStore> {
  const name = `granary-outbox-${await personDigest(personId)}`;
  const sealed = await openSealed<OutboxSchema>({
    name,
    version: 1,
    upgrade: (database) => {
      const entries = database.createObjectStore('entries', { keyPath: 'sequence', autoIncrement: true });
      entries.createIndex('id', 'id', { unique: true });
    },
  });
  const { database, seal, close } = sealed;
  return {
    lock: name,
    list: async () => {
      const records = await database.getAll('entries');
      const entries = await Promise.all(records.map((record) => entryOf(sealed, record)));
      return entries.filter((entry) => entry !== undefined);
    },
    get: async (id) => {
      const record = await database.getFromIndex('entries', 'id', id);
      return record && (await entryOf(sealed, record));
    },
    put: async (entry) => {
      const record = { id: entry.id, format, sealed: await seal(entry.id, entry) };
      const { store, done } = database.transaction('entries', 'readwrite');
      const sequence = await store.index('id').getKey(entry.id);
      await store.put(sequence === undefined ? record : { ...record, sequence });
      await done;
    },
    remove: async (id) => {
      const { store, done } = database.transaction('entries', 'readwrite');
      const sequence = await store.index('id').getKey(id);
      if (sequence !== undefined) await store.delete(sequence);
      await done;
    },
    close,
  };
}

/** Format of an entry. A version of the app that changes the format adds a step from each earlier one to `entryOf`. */
const format = 1;

interface EntryRecord {
  readonly id: string;
  readonly format: number;
  readonly sealed: Sealed;
}

interface OutboxSchema extends SealedSchema {
  entries: {
    key: number;
    value: EntryRecord & { readonly sequence?: number };
    indexes: { id: string };
  };
}

/** An entry that a newer version of the app has written stays untouched until this tab is updated. */
async function entryOf(
  { unseal }: SealedDatabase<OutboxSchema>,
  { id, format: written, sealed }: EntryRecord,
): Promise<OutboxEntry | undefined> {
  return written > format ? undefined : ((await unseal(id, sealed)) as OutboxEntry);
}
