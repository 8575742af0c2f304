import { createHash } from 'node:crypto';
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { send } from '../dynamodb/table.ts';
import type { Bucket } from './bucket.ts';

/** S3 takes 10,000 parts, so an archive can have 78 GB. */
const partBytes = 8 * 1024 * 1024;

/**
 * Stores pieces as one object, of which one part is in memory at a time. Without bytes there is no object.
 *
 * @returns whether there is one
 */
export async function putPieces(
  bucket: Bucket,
  Key: string,
  pieces: Iterable<Uint8Array>,
  ContentType: string,
): Promise<boolean> {
  const parts = partsOf(pieces);
  const first = await parts.next();
  if (first.done) return false;
  const second = await parts.next();
  const object = { Bucket: bucket.name, Key, ContentType };
  if (second.done) await send(bucket.client.send(new PutObjectCommand({ ...object, Body: first.value })));
  else await uploadParts(bucket, object, chained([first.value, second.value], parts));
  return true;
}

async function* chained<T>(before: Iterable<T>, rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* before;
  yield* rest;
}

/**
 * Uploads a stream in parts, so that its size does not matter and the object appears only when it is complete. The parts of
 * a killed upload are removed by the lifecycle rule of the bucket.
 */
export async function uploadArchive(
  bucket: Bucket,
  Key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const object = { Bucket: bucket.name, Key, ContentType: 'application/zip' };
  const hash = createHash('sha256');
  let size = 0;
  async function* counted() {
    for await (const part of partsOf(content)) {
      hash.update(part);
      size += part.length;
      yield part;
    }
  }
  await uploadParts(bucket, object, counted());
  return { size, sha256: hash.digest('hex') };
}

async function uploadParts(
  { client }: Bucket,
  { ContentType, ...place }: { readonly Bucket: string; readonly Key: string; readonly ContentType: string },
  parts: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { UploadId } = await send(client.send(new CreateMultipartUploadCommand({ ...place, ContentType })));
  const Parts: CompletedPart[] = [];
  for await (const Body of parts) {
    const PartNumber = Parts.length + 1;
    const { ETag } = await send(client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body })));
    Parts.push({ PartNumber, ETag });
  }
  await send(
    client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } })),
  );
}

/** The stream in parts of at least S3's minimum, except the last one. */
async function* partsOf(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of content) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < partBytes) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}
