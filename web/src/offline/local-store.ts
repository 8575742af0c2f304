import { deleteDB } from 'idb';
import { owner } from '#web/offline/owner.ts';
import {
  canSeal,
  openSealed,
  personDigest,
  type Sealed,
  type SealedDatabase,
  type SealedSchema,
} from '#web/offline/sealed-database.ts';

/** The last data of a farm page on this device; undefined if none is kept for this person and brand. */
export async function readKept(
  key: string,
): Promise<{ readonly value: unknown; readonly readAt: number } | undefined> {
  return await withStore(key, async ({ database, unseal }, name) => {
    const record = await database.get('kept', name);
    return record === undefined
      ? undefined
      : { value: await unseal(name, record.sealed), readAt: record.readAt };
  });
}

/** Opens the local copy of a person while the first page is rendered, so that the page finds it open. */
export function openKept(personId: string): void {
  if (canSeal()) storeOf(personId).catch(closeStore);
}

/** Keeps the last data of a farm page. In the claims workplace and without encryption nothing is kept. */
export async function keep(key: string, value: unknown): Promise<void> {
  await withStore(key, async ({ database, seal }, name) => {
    const sealed = await seal(name, value);
    const bytes = sealed.data.byteLength;
    if (bytes > maxRecordBytes) return;
    const { store, done } = database.transaction('kept', 'readwrite');
    await store.put({ sealed, readAt: Date.now(), bytes }, name);
    let total = 0;
    // Newest first; the names and sizes come from the index, so that no value is loaded.
    for (
      let cursor = await store.index('age').openKeyCursor(null, 'prev');
      cursor;
      cursor = await cursor.continue()
    ) {
      total += cursor.key[1];
      if (total > maxBytes) await store.delete(cursor.primaryKey);
    }
    await done;
  });
}

/** Deletes everything that the pages of any person have kept on this device, with the keys. The outbox stays. */
export async function wipe(): Promise<void> {
  closeStore();
  await deleteStores(() => true);
}

/** Deletes what pages of other people have kept on this device. */
export async function wipeOthers(personId: string): Promise<void> {
  const own = await databaseOf(personId);
  await deleteStores((name) => name !== own);
}

const prefix = 'granary-data-';
const maxBytes = 24 * 1024 * 1024;
const maxRecordBytes = 4 * 1024 * 1024;

interface KeptSchema extends SealedSchema {
  kept: {
    key: string;
    value: { readonly sealed: Sealed; readonly readAt: number; readonly bytes: number };
    indexes: { age: [readAt: number, bytes: number] };
  };
}

type Store = SealedDatabase<KeptSchema>;
let opened: { readonly personId: string; readonly store: Promise<Store> } | undefined;

/** Runs an operation on the database of the signed-in person. A device that cannot keep data works without it. */
async function withStore<T>(
  key: string,
  operate: (store: Store, name: string) => Promise<T>,
): Promise<T | undefined> {
  const { personId, brandId } = owner.peek() ?? {};
  if (personId === undefined || brandId === undefined || !canSeal()) return undefined;
  try {
    const store = await storeOf(personId);
    const name = await store.nameOf(`${brandId} ${key}`);
    // The person may have signed out meanwhile.
    return owner.peek()?.personId === personId ? await operate(store, name) : undefined;
  } catch {
    // Full disk, private window, deleted database, a record of a damaged file: the page reads from the service.
    closeStore();
    return undefined;
  }
}

function storeOf(personId: string): Promise<Store> {
  if (opened?.personId === personId) return opened.store;
  closeStore();
  const store = databaseOf(personId).then((name) =>
    openSealed<KeptSchema>({
      name,
      version: 1,
      upgrade: (database) => database.createObjectStore('kept').createIndex('age', ['readAt', 'bytes']),
    }),
  );
  opened = { personId, store };
  return store;
}

function closeStore(): void {
  opened?.store.then(({ close }) => close()).catch(() => undefined);
  opened = undefined;
}

const databaseOf = async (personId: string): Promise<string> => prefix + (await personDigest(personId));

async function deleteStores(isDeleted: (name: string) => boolean): Promise<void> {
  if (!canSeal()) return;
  const names = (await indexedDB.databases()).map(({ name = '' }) => name);
  const deleted = names.filter((name) => name.startsWith(prefix) && isDeleted(name));
  await Promise.all(deleted.map((name) => deleteDB(name)));
}
