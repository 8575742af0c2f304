import {
  type _Object,
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { type Bucket, openBucket, pagesOf } from './bucket.ts';

/** Opens the bucket of X12 files without default checksums, because an upload link cannot contain one. */
export const openX12Bucket = (name: string): Bucket =>
  openBucket(name, {
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

/** One version of an object; the current one without `version`. */
export interface ObjectPlace {
  readonly key: string;
  readonly version?: string | undefined;
}

export interface StoredObject {
  readonly key: string;
  /** Version id; absent in a bucket without versions. */
  readonly version?: string;
  readonly etag: string;
  readonly size: number;
  readonly modified_at: string;
}

export async function findObject(bucket: Bucket, place: ObjectPlace): Promise<StoredObject | undefined> {
  try {
    const head = await bucket.client.send(new HeadObjectCommand(addressOf(bucket, place)));
    return {
      key: place.key,
      ...(head.VersionId !== undefined && { version: head.VersionId }),
      etag: head.ETag ?? '',
      size: head.ContentLength ?? 0,
      modified_at: (head.LastModified ?? new Date(0)).toISOString(),
    };
  } catch (error) {
    // 405: the version is a delete marker.
    if (error instanceof S3ServiceException && [404, 405].includes(error.$metadata.httpStatusCode ?? 0)) {
      return undefined;
    }
    throw rejection(error);
  }
}

export async function readObject(bucket: Bucket, object: StoredObject): Promise<AsyncIterable<Uint8Array>> {
  const { Body } = await asked(
    bucket.client.send(new GetObjectCommand({ ...addressOf(bucket, object), IfMatch: object.etag })),
  );
  if (Body === undefined || !(Symbol.asyncIterator in Body)) throw rejection(undefined);
  return Body as AsyncIterable<Uint8Array>;
}

export async function readWholeObject(bucket: Bucket, object: StoredObject): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await readObject(bucket, object)) pieces.push(piece);
  return Buffer.concat(pieces);
}

export async function putObject(
  bucket: Bucket,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  const { client, name } = bucket;
  await asked(
    client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: bytes, ContentType: contentType })),
  );
}

/** Stores an object unless there is one with this key. */
export async function putNewObject(
  { client, name }: Bucket,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  const object = { Bucket: name, Key: key, Body: bytes, ContentType: contentType };
  try {
    await client.send(new PutObjectCommand({ ...object, IfNoneMatch: '*' }));
  } catch (error) {
    const isThere = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;
    if (!isThere) throw rejection(error);
  }
}

/** Copies exactly this object within the store, without its tags, because copying tags requires further rights. */
export async function copyObject(bucket: Bucket, object: StoredObject, to: string): Promise<void> {
  const path = [bucket.name, ...object.key.split('/')].map(encodeURIComponent).join('/');
  const version = object.version === undefined ? '' : `?versionId=${encodeURIComponent(object.version)}`;
  await asked(
    bucket.client.send(
      new CopyObjectCommand({
        Bucket: bucket.name,
        Key: to,
        CopySource: path + version,
        CopySourceIfMatch: object.etag,
        TaggingDirective: 'REPLACE',
      }),
    ),
  );
}

/** Removes the object, unless its key has a newer object. */
export async function removeObject(bucket: Bucket, object: StoredObject): Promise<void> {
  const current = await findObject(bucket, { key: object.key });
  if (current === undefined || current.version !== object.version || current.etag !== object.etag) return;
  await asked(bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: object.key })));
}

/** True for the empty object that S3 consoles create for a folder. */
export const isFolder = ({ key, size }: Pick<StoredObject, 'key' | 'size'>): boolean =>
  key.endsWith('/') && size === 0;

/** Modification time of the oldest object under a prefix, without folders; undefined when there is none. */
export async function oldestObject(bucket: Bucket, prefix: string): Promise<Date | undefined> {
  let oldest: Date | undefined;
  for await (const { Key: key = '', Size: size = 0, LastModified } of listObjects(bucket, prefix)) {
    if (isFolder({ key, size })) continue;
    if (LastModified && (oldest === undefined || LastModified < oldest)) oldest = LastModified;
  }
  return oldest;
}

/** The objects under a prefix, in the order of their keys. */
export async function* listObjects({ client, name }: Bucket, prefix: string): AsyncGenerator<_Object> {
  const pages = pagesOf((before?: ListObjectsV2CommandOutput) =>
    asked(
      client.send(
        new ListObjectsV2Command({
          ...{ Bucket: name, Prefix: prefix },
          ContinuationToken: before?.NextContinuationToken,
        }),
      ),
    ),
  );
  for await (const { Contents = [] } of pages) yield* Contents;
}

/** A URL that accepts one object with `PUT` for `seconds`, without a credential. */
export const uploadUrl = (bucket: Bucket, key: string, seconds: number): Promise<string> =>
  asked(
    getSignedUrl(bucket.client, new PutObjectCommand({ Bucket: bucket.name, Key: key }), {
      expiresIn: seconds,
    }),
  );

const addressOf = ({ name }: Bucket, { key, version }: ObjectPlace) => ({
  Bucket: name,
  Key: key,
  ...(version !== undefined && { VersionId: version }),
});

async function asked<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    throw rejection(error);
  }
}

/** Our own text, because S3's quotes keys, which contain names that users have chosen. */
const rejection = (cause: unknown): StoreRejection =>
  new StoreRejection('The file store rejected the request', cause);
