import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DurableMap } from '../../state/durable-map.ts';
import { S3Error } from '../s3-error.ts';
import type { BodyDigests } from './body-digests.ts';
import { type BucketConfig, type ObjectLock, type ObjectRecord, recordSchema } from './object-record.ts';

class KeyIndex {
  readonly #versions = new Map<string, ObjectRecord[]>();
  /** Sorted on the next read, because sorting nearly sorted keys is cheap. */
  #sorted: string[] = [];
  #isSorted = true;

  add(record: ObjectRecord): void {
    const versions = this.#versions.get(record.key);
    if (versions === undefined) {
      this.#versions.set(record.key, [record]);
      this.#sorted.push(record.key);
      this.#isSorted = false;
      return;
    }
    const same = versions.findIndex(({ versionId }) => versionId === record.versionId);
    if (same >= 0) versions.splice(same, 1);
    versions.push(record);
    versions.sort((one, other) => (one.sequencer < other.sequencer ? -1 : 1));
  }

  remove(record: ObjectRecord): void {
    const left = (this.#versions.get(record.key) ?? []).filter(
      ({ versionId }) => versionId !== record.versionId,
    );
    if (left.length > 0) {
      this.#versions.set(record.key, left);
      return;
    }
    this.#versions.delete(record.key);
    // The next read removes the key from the sorted list.
    this.#isSorted = false;
  }

  /** Returns the newest version, which may be a delete marker. */
  current(key: string): ObjectRecord | undefined {
    return this.#versions.get(key)?.at(-1);
  }

  version(key: string, versionId: string): ObjectRecord | undefined {
    return this.#versions.get(key)?.find((record) => record.versionId === versionId);
  }

  versions(key: string): readonly ObjectRecord[] {
    return (this.#versions.get(key) ?? []).toReversed();
  }

  /** Yields the keys with a prefix that follow another key, in the order of their UTF-8 bytes. */
  *keys(prefix: string, after: string): Generator<string> {
    if (!this.#isSorted) {
      this.#sorted = [...new Set(this.#sorted)].filter((key) => this.#versions.has(key)).sort(compareUtf8);
      this.#isSorted = true;
    }
    for (const key of this.#sorted) {
      if (key.startsWith(prefix) && compareUtf8(key, after) > 0) yield key;
    }
  }
}

/** The order of UTF-16 differs from that of the bytes only between surrogates and characters above U+DFFF. */
function compareUtf8(one: string, other: string): number {
  if (/[\ud800-\uffff]/.test(one + other)) return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : one > other ? 1 : 0;
}

export type ObjectEventName =
  | 'ObjectCreated:Put'
  | 'ObjectCreated:Copy'
  | 'ObjectCreated:CompleteMultipartUpload'
  | 'ObjectRemoved:Delete'
  | 'ObjectRemoved:DeleteMarkerCreated';

export interface PutOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum?: { readonly algorithm: string; readonly value: string };
  readonly lock?: ObjectLock;
  readonly tags?: Readonly<Record<string, string>>;
  /** Checked atomically with the write. Throws S3Error when the current version is not the expected one. */
  readonly condition?: (current: ObjectRecord | undefined) => void;
}

/** Content on disk that belongs to no object yet. */
export interface StoredBlob {
  readonly name: string;
  readonly digests: BodyDigests;
}

/**
 * Buckets and objects on disk. Content is in blobs, and one line of a durable map makes a blob the content of an object,
 * so that a kill leaves an object whole or absent.
 */
export class ObjectStore {
  readonly #blobs: string;
  readonly #records: DurableMap<ObjectRecord>;
  readonly #buckets: ReadonlyMap<string, BucketConfig>;
  readonly #keys: ReadonlyMap<string, KeyIndex>;
  readonly #onChange: (name: ObjectEventName, record: ObjectRecord, bucket: BucketConfig) => void;
  #lastSequencer = 0n;

  constructor(
    directory: string,
    buckets: readonly BucketConfig[],
    onChange: (name: ObjectEventName, record: ObjectRecord, bucket: BucketConfig) => void,
  ) {
    this.#onChange = onChange;
    this.#blobs = join(directory, 'blobs');
    mkdirSync(this.#blobs, { recursive: true });
    this.#records = DurableMap.open(join(directory, 'objects.ndjson'), recordSchema);
    this.#buckets = new Map(buckets.map((bucket) => [bucket.name, bucket]));
    this.#keys = new Map(buckets.map(({ name }) => [name, new KeyIndex()]));
    for (const record of this.#records.values()) {
      // Objects of a bucket that the app no longer has stay on disk.
      this.#keys.get(record.bucket)?.add(record);
      const sequencer = BigInt(`0x${record.sequencer}`);
      if (sequencer > this.#lastSequencer) this.#lastSequencer = sequencer;
    }
    this.#removeOrphans();
  }

  bucket(name: string): BucketConfig {
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
    return bucket;
  }

  /** Returns all versions of all keys, in the order of the keys' UTF-8 bytes. */
  index(bucket: string): KeyIndex {
    const index = this.#keys.get(bucket);
    if (index === undefined) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
    return index;
  }

  /** Returns the current version, or the one with this id. Throws S3Error NoSuchKey or NoSuchVersion. */
  get(bucket: string, key: string, versionId?: string): ObjectRecord & { readonly blob: string } {
    const record = this.#find(bucket, key, versionId);
    if (record?.blob === undefined) {
      if (versionId !== undefined)
        throw new S3Error('NoSuchVersion', 'The specified version does not exist.');
      throw new S3Error('NoSuchKey', 'The specified key does not exist.');
    }
    return { ...record, blob: record.blob };
  }

  #find(bucket: string, key: string, versionId: string | undefined): ObjectRecord | undefined {
    const index = this.index(bucket);
    return versionId === undefined ? index.current(key) : index.version(key, versionId);
  }

  read(
    { blob }: { readonly blob: string },
    range?: { readonly start: number; readonly end: number },
  ): Readable {
    return createReadStream(join(this.#blobs, blob), range ?? {});
  }

  async write(content: AsyncIterable<Buffer>, digests: BodyDigests): Promise<StoredBlob> {
    const name = randomUUID();
    const path = join(this.#blobs, `${name}.part`);
    const file = await open(path, 'wx');
    try {
      await file.writeFile(digested(content, digests));
    } catch (error) {
      await file.close();
      await rm(path, { force: true });
      throw error;
    }
    await file.close();
    await rename(path, join(this.#blobs, name));
    return { name, digests };
  }

  /** Links existing content under a new name, because each object owns its blob. */
  async duplicate(blob: string): Promise<string> {
    const name = randomUUID();
    await link(join(this.#blobs, blob), join(this.#blobs, name));
    return name;
  }

  /** Makes a blob the content of an object, atomically. */
  commit(
    change: ObjectEventName,
    bucketName: string,
    key: string,
    content: { readonly blob: string; readonly size: number; readonly etag: string },
    options: PutOptions,
  ): ObjectRecord {
    const bucket = this.bucket(bucketName);
    const current = this.index(bucketName).current(key);
    try {
      options.condition?.(current?.blob === undefined ? undefined : current);
    } catch (error) {
      this.discard(content.blob);
      throw error;
    }
    const lock = options.lock ?? defaultLock(bucket);
    const record: ObjectRecord = {
      bucket: bucketName,
      key,
      versionId: bucket.versioned ? newVersionId() : 'null',
      sequencer: this.#nextSequencer(),
      blob: content.blob,
      size: content.size,
      etag: content.etag,
      modifiedAt: new Date().toISOString(),
      headers: { ...options.headers },
      ...(options.checksum !== undefined && { checksum: options.checksum }),
      ...(lock !== undefined && { lock }),
      tags: { ...options.tags },
    };
    this.put(record);
    if (!bucket.versioned && current?.blob !== undefined) this.discard(current.blob);
    this.#onChange(change, record, bucket);
    return record;
  }

  /** Deletes one version, or without `versionId` the object, which in a versioned bucket adds a delete marker. */
  remove(bucketName: string, key: string, versionId?: string): ObjectRecord | undefined {
    const bucket = this.bucket(bucketName);
    const record = this.#find(bucketName, key, versionId);
    if (versionId === undefined && bucket.versioned) {
      const marker: ObjectRecord = {
        bucket: bucketName,
        key,
        versionId: newVersionId(),
        sequencer: this.#nextSequencer(),
        size: 0,
        etag: '',
        modifiedAt: new Date().toISOString(),
        headers: {},
        tags: {},
      };
      this.put(marker);
      this.#onChange('ObjectRemoved:DeleteMarkerCreated', marker, bucket);
      return marker;
    }
    if (record === undefined) return undefined;
    if (record.lock !== undefined && Date.parse(record.lock.until) > Date.now()) {
      throw new S3Error('AccessDenied', 'Access Denied because object protected by object lock.');
    }
    this.#records.delete(recordKey(record));
    this.index(bucketName).remove(record);
    if (record.blob !== undefined) this.discard(record.blob);
    this.#onChange('ObjectRemoved:Delete', { ...record, sequencer: this.#nextSequencer() }, bucket);
    return record;
  }

  discard(blob: string): void {
    rm(join(this.#blobs, blob), { force: true }).catch(() => {});
  }

  /** Adds a version, or replaces the version with the same id. */
  put(record: ObjectRecord): void {
    this.#records.set(recordKey(record), record);
    this.index(record.bucket).add(record);
  }

  #nextSequencer(): string {
    const now = BigInt(Date.now()) << 16n;
    this.#lastSequencer = now > this.#lastSequencer ? now : this.#lastSequencer + 1n;
    return this.#lastSequencer.toString(16).toUpperCase().padStart(18, '0');
  }

  /** Removes content that a kill left without an object. */
  #removeOrphans(): void {
    const owned = new Set([...this.#records.values()].map(({ blob }) => blob));
    for (const name of readdirSync(this.#blobs)) {
      if (!owned.has(name)) rmSync(join(this.#blobs, name), { force: true, recursive: true });
    }
  }
}

const newVersionId = (): string => randomUUID().replaceAll('-', '');

async function* digested(content: AsyncIterable<Buffer>, digests: BodyDigests): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    digests.update(chunk);
    yield chunk;
  }
}

function recordKey({ bucket, key, versionId }: ObjectRecord): string {
  return JSON.stringify([bucket, key, versionId]);
}

function defaultLock({ defaultLock: rule }: BucketConfig): ObjectLock | undefined {
  if (rule === undefined) return undefined;
  return { mode: rule.mode, until: new Date(Date.now() + rule.days * 86_400_000).toISOString() };
}
