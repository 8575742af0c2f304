import { createHash } from 'node:crypto';
import {
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { send } from '../dynamodb/table.ts';
import type { Bucket } from './bucket.ts';

/** S3 takes 10,000 parts, so an archive can have 78 GB. */
const partBytes = 8 * 1024 * 1024;

/**
 * Uploads a stream in parts, so that its size does not matter and the object appears only when it is complete. The parts of
 * a killed upload are removed by the lifecycle rule of the bucket.
 */
export async function uploadArchive(
  { client, name: Bucket }: Bucket,
  Key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const created = await send(
    client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'application/zip' })),
  );
  const { UploadId } = created;
  const hash = createHash('sha256');
  const Parts: CompletedPart[] = [];
  let size = 0;
  for await (const Body of partsOf(content)) {
    const PartNumber = Parts.length + 1;
    const { ETag } = await send(
      client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body })),
    );
    hash.update(Body);
    size += Body.length;
    Parts.push({ PartNumber, ETag });
  }
  await send(
    client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } })),
  );
  return { size, sha256: hash.digest('hex') };
}

/** The stream in parts of at least S3's minimum, except the last one. */
async function* partsOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
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
