import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { StoreRejection } from './rejections.ts';

/** The bucket of X12 files. */
export interface Bucket {
  readonly client: S3Client;
  readonly name: string;
}

/** Opens a bucket by name. */
export function openBucket(name: string): Bucket {
  // Other stores than Amazon's own take buckets in the path and know no default checksums.
  const isElsewhere = process.env['AWS_ENDPOINT_URL_S3'] !== undefined;
  return {
    name,
    client: new S3Client({
      maxAttempts: 4,
      forcePathStyle: isElsewhere,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  };
}

export interface ObjectFacts {
  readonly etag: string;
  readonly size: number;
  readonly modified_at: string;
}

/** What is known of an object; undefined when there is none. */
export async function findObject(bucket: Bucket, key: string): Promise<ObjectFacts | undefined> {
  try {
    const head = await bucket.client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: key }));
    return {
      etag: head.ETag ?? '',
      size: head.ContentLength ?? 0,
      modified_at: (head.LastModified ?? new Date()).toISOString(),
    };
  } catch (error) {
    if (error instanceof NotFound || error instanceof NoSuchKey) return undefined;
    throw rejection(error);
  }
}

/** The bytes of an object as a stream, on condition that it is still the one with this tag. */
export async function readObject(
  bucket: Bucket,
  key: string,
  etag?: string,
): Promise<AsyncIterable<Uint8Array>> {
  try {
    const { Body } = await bucket.client.send(
      new GetObjectCommand({
        Bucket: bucket.name,
        Key: key,
        ...(etag !== undefined && { IfMatch: etag }),
      }),
    );
    if (Body === undefined || !(Symbol.asyncIterator in Body)) throw new Error('The object has no stream');
    return Body as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw rejection(error);
  }
}

export async function putObject(
  bucket: Bucket,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  try {
    await bucket.client.send(
      new PutObjectCommand({ Bucket: bucket.name, Key: key, Body: bytes, ContentType: contentType }),
    );
  } catch (error) {
    throw rejection(error);
  }
}

export async function copyObject(bucket: Bucket, from: string, to: string): Promise<void> {
  const source = [bucket.name, ...from.split('/')].map(encodeURIComponent).join('/');
  try {
    await bucket.client.send(new CopyObjectCommand({ Bucket: bucket.name, Key: to, CopySource: source }));
  } catch (error) {
    throw rejection(error);
  }
}

export async function removeObject(bucket: Bucket, key: string): Promise<void> {
  try {
    await bucket.client.send(new DeleteObjectCommand({ Bucket: bucket.name, Key: key }));
  } catch (error) {
    throw rejection(error);
  }
}

/** Our own words: the store's quote keys, and keys hold names that users have chosen. */
const rejection = (error: unknown): StoreRejection =>
  error instanceof StoreRejection
    ? error
    : new StoreRejection('The file store did not take the request', error);
