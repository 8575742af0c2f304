import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** A database of one person. Values are encrypted, and names of records are hashed, both with keys that no script can export. */
export interface SealedDatabase<Schema extends SealedSchema> {
  readonly database: IDBPDatabase<Schema>;
  /** The name under which a record is stored. */
  nameOf(text: string): Promise<string>;
  seal(name: string, value: unknown): Promise<Sealed>;
  /** @throws if the record was written for another name, or with another key */
  unseal(name: string, sealed: Sealed): Promise<unknown>;
  /** Closes the connection, so that the database can be deleted. */
  close(): void;
}

/** An encrypted value. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

/** Every sealed database has a separate store for its keys. */
export interface SealedSchema extends DBSchema {
  keys: { key: string; value: Keys };
}

interface Keys {
  readonly encryption: CryptoKey;
  readonly naming: CryptoKey;
}

interface Layout<Schema extends SealedSchema> {
  readonly name: string;
  readonly version: number;
  /** Creates the stores beside the keys. */
  upgrade(database: IDBPDatabase<Schema>, oldVersion: number): void;
}

/** Whether the page may encrypt: only pages loaded by HTTPS or from this device may. */
export const canSeal = (): boolean =>
  typeof indexedDB !== 'undefined' && typeof crypto !== 'undefined' && crypto.subtle !== undefined;

export async function openSealed<Schema extends SealedSchema>({
  name,
  version,
  upgrade,
}: Layout<Schema>): Promise<SealedDatabase<Schema>> {
  const database = await openDB<Schema>(name, version, {
    upgrade: (opened, oldVersion) => {
      if (oldVersion === 0) keysOf(opened).createObjectStore('keys');
      upgrade(opened, oldVersion);
    },
    // Another tab deletes or updates the database: it would wait for this connection.
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
  const { encryption, naming } = await keysIn(keysOf(database));
  return {
    database,
    nameOf: async (text) => hex(await crypto.subtle.sign('HMAC', naming, bytesOf(text))),
    seal: async (record, value) => {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const plain = bytesOf(JSON.stringify(value));
      const data = await crypto.subtle.encrypt(parametersOf(iv, record), encryption, plain);
      return { iv, data };
    },
    unseal: async (record, { iv, data }) => {
      const plain = await crypto.subtle.decrypt(parametersOf(iv, record), encryption, data);
      return JSON.parse(new TextDecoder().decode(plain));
    },
    close: () => database.close(),
  };
}

/** The part of a database's name that stands for a person, without naming the person. */
export async function personDigest(personId: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', bytesOf(`granary person ${personId}`))).slice(0, 32);
}

/** The name of the record is authenticated, so that one record cannot be put in the place of another. */
const parametersOf = (iv: Uint8Array<ArrayBuffer>, record: string): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(record),
});

async function keysIn(database: IDBPDatabase<SealedSchema>): Promise<Keys> {
  const kept = await database.get('keys', 'keys');
  if (kept !== undefined) return kept;
  const made = {
    encryption: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]),
    naming: await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  };
  // Another tab may have made keys meanwhile: the first ones stay.
  const { store, done } = database.transaction('keys', 'readwrite');
  const first = await store.get('keys');
  if (first === undefined) await store.put(made, 'keys');
  await done;
  return first ?? made;
}

/** idb cannot see that a database with more stores also has the store of the keys. */
const keysOf = (database: unknown): IDBPDatabase<SealedSchema> => database as IDBPDatabase<SealedSchema>;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
