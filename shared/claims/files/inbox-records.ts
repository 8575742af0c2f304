import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { OutgoingFile, Transport } from '#claims/clearhouse/transport.ts';
import { deterministicId } from '#claims/deterministic-id.ts';
import type { Table } from '#store/dynamodb/table.ts';
import type { Bucket } from '#store/s3/bucket.ts';
import {
  copyObject,
  findObject,
  isFolder,
  type ObjectPlace,
  oldestObject,
  putObject,
  readObject,
  removeObject,
  type StoredObject,
} from '#store/s3/x12-bucket.ts';
import type { Chunks, Delivery } from './delivery.ts';
import type { FileRecord } from './file.ts';
import { findFile } from './records.ts';

export const inboxPrefix = 'inbox/';

export const uploadKey = (fileId: string, name: string): string => `${inboxPrefix}${fileId}/${name}`;

/**
 * Opens an object of the inbox as a delivery. One version of an object always makes the same file.
 *
 * @returns undefined if the object is gone, because another run was faster
 */
export async function openInboxFile(
  table: Table,
  bucket: Bucket,
  place: ObjectPlace,
): Promise<Delivery | undefined> {
  const object = await findObject(bucket, place);
  if (object === undefined || !object.key.startsWith(inboxPrefix) || isFolder(object)) return undefined;
  const id = await fileIdOf(table, object);
  return {
    id,
    name: nameOf(object.key),
    origin: 'inbox',
    object_key: object.key,
    object_version: versionOf(object),
    size: object.size,
    received_at: object.modified_at,
    actor: `file:${id}`,
    content: {
      open: readings(bucket, object),
      copyTo: (key) => copyObject(bucket, object, key),
      remove: () => removeObject(bucket, object),
    },
  };
}

/** The name without folders; a key that ends with `/` may hold a file too. */
const nameOf = (key: string): string => key.split('/').findLast((part) => part !== '') ?? key;

/** Removes the object of a file from the inbox, unless a newer object has its key. */
export async function removeDelivered(
  bucket: Bucket,
  { object_key, object_version }: Pick<FileRecord, 'object_key' | 'object_version'>,
): Promise<void> {
  const object = object_key === undefined ? undefined : await findObject(bucket, { key: object_key });
  if (object !== undefined && versionOf(object) === object_version) await removeObject(bucket, object);
}

/** Maximum size of an object whose bytes stay in memory for the second reading. */
const maxKeptBytes = 1_000_000;

function readings(bucket: Bucket, object: StoredObject): () => Promise<Chunks> {
  if (object.size > maxKeptBytes) return () => readObject(bucket, object);
  let chunks: Uint8Array[] | undefined;
  return async () => {
    if (chunks !== undefined) return chunks;
    const read: Uint8Array[] = [];
    for await (const chunk of await readObject(bucket, object)) read.push(chunk);
    chunks = read;
    return chunks;
  };
}

/** Age of the oldest object in the inbox, in seconds; 0 if the inbox is empty. */
export async function inboxAge(bucket: Bucket, now: Date): Promise<number> {
  const oldest = await oldestObject(bucket, inboxPrefix);
  return oldest === undefined ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000);
}

const versionOf = ({ version, etag }: StoredObject) => version ?? etag;

/** The first object of an upload link has the id of the link; other ids derive from key and version of the object. */
async function fileIdOf(table: Table, object: StoredObject): Promise<string> {
  const own = deterministicId('file', object.key, versionOf(object));
  const expected = uploadPattern.exec(object.key)?.[1];
  if (expected === undefined) return own;
  const file = await findFile(table, expected);
  const isIts = file?.object_version === undefined || file.object_version === versionOf(object);
  return file !== undefined && file.object_key === object.key && isIts ? expected : own;
}

const uploadPattern = /^inbox\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/]+$/;

/** Folder of the stub transport; the test payer responds to its files. */
export const stagingPrefix = 'staging/';

/** `staging/<payer>/<file name>`. */
export const stagingKey = ({ payer_id, file_name }: Pick<OutgoingFile, 'payer_id' | 'file_name'>): string =>
  `${stagingPrefix}${payer_id}/${file_name}`;

/** The stub transport: copies files to the staging folder of the bucket and, if given, to a local directory. */
export function stagingTransport(bucket: Bucket, directory: string | undefined): Transport {
  return {
    place: 'staging',
    async upload(file) {
      if (directory === undefined) return;
      const { folder, temporary } = pathsOf(directory, file);
      await mkdir(folder, { recursive: true });
      await writeFile(temporary, file.bytes);
    },
    async release(file) {
      const key = stagingKey(file);
      // Objects are written atomically, so an existing one was sent.
      if ((await findObject(bucket, { key })) === undefined) {
        await putObject(bucket, key, file.bytes, 'application/edi-x12');
      }
      if (directory === undefined) return 'released';
      const { temporary, target } = pathsOf(directory, file);
      await rename(temporary, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      return 'released';
    },
    close: async () => {},
  };
}

function pathsOf(directory: string, { payer_id, file_name }: OutgoingFile) {
  const folder = path.join(directory, payer_id);
  return { folder, target: path.join(folder, file_name), temporary: path.join(folder, `.${file_name}.part`) };
}
