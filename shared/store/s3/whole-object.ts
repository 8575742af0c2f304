import type { Bucket } from './bucket.ts';
import { readObject, type StoredObject } from './x12-bucket.ts';

export async function readWholeObject(bucket: Bucket, object: StoredObject): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await readObject(bucket, object)) pieces.push(piece);
  return Buffer.concat(pieces);
}
