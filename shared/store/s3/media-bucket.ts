import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { mediaEnvironment } from '#contract/environment.ts';
import type { Bucket } from './bucket.ts';
import { openX12Bucket } from './x12-bucket.ts';

let opened: Bucket | undefined;

/** Links cannot contain checksums, so none are made by default. */
function openMediaBucket(): Bucket {
  opened ??= openX12Bucket(mediaEnvironment.parse(process.env).MEDIA_BUCKET);
  return opened;
}

/** The bucket of product images and imports, which opens at its first use: most functions of products have none. */
export const mediaBucket: Bucket = {
  get client() {
    return openMediaBucket().client;
  },
  get name() {
    return openMediaBucket().name;
  },
};

interface Upload {
  readonly key: string;
  readonly contentType: string;
  /** Exact size, if it is known. S3 refuses any other. */
  readonly size?: number | undefined;
  readonly seconds: number;
}

/** A link that accepts one object of this type and size with PUT, and the headers to send with it. */
export async function uploadLink(
  { client, name }: Bucket,
  { key, contentType, size, seconds }: Upload,
  now: Date,
) {
  const command = new PutObjectCommand({
    Bucket: name,
    Key: key,
    ContentType: contentType,
    ...(size !== undefined && { ContentLength: size }),
  });
  const url = await getSignedUrl(client, command, {
    expiresIn: seconds,
    signableHeaders: new Set(['content-type', 'content-length', 'host']),
  });
  const expires_at = new Date(now.getTime() + seconds * 1000).toISOString();
  return { method: 'PUT' as const, url, headers: { 'Content-Type': contentType }, expires_at };
}

interface Download {
  readonly key: string;
  readonly fileName: string;
  readonly seconds: number;
}

/** A link that downloads an object without a credential. */
export async function downloadLink(
  { client, name }: Bucket,
  { key, fileName, seconds }: Download,
  now: Date,
) {
  const command = new GetObjectCommand({
    Bucket: name,
    Key: key,
    ResponseContentDisposition: `attachment; filename="${fileName}"`,
  });
  const url = await getSignedUrl(client, command, { expiresIn: seconds });
  return { url, expires_at: new Date(now.getTime() + seconds * 1000).toISOString() };
}

const linkHour = 3_600_000;

/**
 * A link that shows an object, and works for one to two hours. Links of the same hour and credentials are the same, so that
 * browsers find the object in their cache.
 */
export const displayLink = ({ client, name }: Bucket, key: string): Promise<string> =>
  getSignedUrl(client, new GetObjectCommand({ Bucket: name, Key: key }), {
    expiresIn: (2 * linkHour) / 1000,
    // S3 compares the time with its clock, so this is the real time, also where the clock can be moved.
    signingDate: new Date(Math.floor(Date.now() / linkHour) * linkHour),
  });

/** Stores a file that never changes under its key, so that browsers and CDNs keep it for a year. */
export async function putPermanent(
  { client, name }: Bucket,
  key: string,
  bytes: Uint8Array,
  contentType: string,
): Promise<void> {
  await client.send(
    new PutObjectCommand({
      Bucket: name,
      Key: key,
      Body: bytes,
      ContentType: contentType,
      CacheControl: 'public, max-age=31536000, immutable',
    }),
  );
}

/** Removes objects, whether they exist or not. */
export async function removeObjects({ client, name }: Bucket, keys: readonly string[]): Promise<void> {
  await Promise.all(keys.map((Key) => client.send(new DeleteObjectCommand({ Bucket: name, Key }))));
}
