import {
  GetObjectCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { type Checkpoint, checkpoint as checkpointSchema } from '#audit/checkpoints/checkpoint.ts';
import type { CheckpointArchive } from '#audit/checkpoints/take-checkpoint.ts';
import { auditEnvironment } from '#contract/environment.ts';
import { send } from '../dynamodb/table.ts';
import { type Bucket, openBucket, pagesOf } from '../s3/bucket.ts';
import { auditChain } from './open-audit-log.ts';

/** The SDK opens at most 50 connections. */
const fetchedAtATime = 48;

/**
 * Checkpoints in a bucket with Object Lock, one object each, in the order of the chain. The oldest version of an object
 * counts, because nobody can change it.
 */
export function checkpointArchive(bucket: Bucket, chain: string): CheckpointArchive {
  const prefix = `checkpoints/${encodeURIComponent(chain)}/`;
  const keyOf = (sequence: number) => `${prefix}${String(sequence).padStart(16, '0')}.json`;

  /** Oldest version of each object after `after`, in order. */
  async function* versions(after: number) {
    const pages = pagesOf((before?: ListObjectVersionsCommandOutput) =>
      send(
        bucket.client.send(
          new ListObjectVersionsCommand({
            ...{ Bucket: bucket.name, Prefix: prefix },
            KeyMarker: before?.NextKeyMarker ?? (after > 0 ? keyOf(after) : undefined),
            VersionIdMarker: before?.NextVersionIdMarker,
          }),
        ),
      ),
    );
    let waiting: { readonly key: string; readonly version: string | undefined } | undefined;
    for await (const page of pages) {
      // Versions of a key are listed newest first.
      for (const { Key = '', VersionId } of page.Versions ?? []) {
        if (waiting && waiting.key !== Key) yield waiting;
        waiting = { key: Key, version: VersionId };
      }
    }
    if (waiting) yield waiting;
  }

  async function read({ key, version }: { readonly key: string; readonly version: string | undefined }) {
    const { Body } = await send(
      bucket.client.send(new GetObjectCommand({ Bucket: bucket.name, Key: key, VersionId: version })),
    );
    const stored = checkpointSchema.safeParse(parsed((await Body?.transformToString()) ?? ''));
    // An unreadable checkpoint must fail verification, so it is not skipped.
    return stored.data ?? unreadable(chain, Number(key.slice(prefix.length, -'.json'.length)));
  }

  return {
    async *list(after = 0) {
      let some: { readonly key: string; readonly version: string | undefined }[] = [];
      for await (const version of versions(after)) {
        some.push(version);
        if (some.length < fetchedAtATime) continue;
        yield* await Promise.all(some.map(read));
        some = [];
      }
      yield* await Promise.all(some.map(read));
    },

    async newest() {
      let last: { readonly key: string; readonly version: string | undefined } | undefined;
      for await (const version of versions(0)) last = version;
      return last && read(last);
    },

    async put(signed) {
      try {
        await bucket.client.send(
          new PutObjectCommand({
            Bucket: bucket.name,
            Key: keyOf(signed.sequence),
            Body: JSON.stringify(signed),
            ContentType: 'application/json',
            IfNoneMatch: '*',
            // S3 requires a checksum for a locked object.
            ChecksumAlgorithm: 'SHA256',
          }),
        );
      } catch (error) {
        if (isThere(error)) return;
        throw await send(Promise.reject(error));
      }
    },
  };
}

/** Another run has signed the same entry (412) or is signing it (409). */
const isThere = (error: unknown): boolean =>
  error instanceof S3ServiceException && [409, 412].includes(error.$metadata.httpStatusCode ?? 0);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const unreadable = (chain: string, sequence: number): Checkpoint => ({
  chain,
  sequence: Number.isSafeInteger(sequence) && sequence > 0 ? sequence : 1,
  hash: '0'.repeat(64),
  time: '1970-01-01T00:00:00.000Z',
  key_id: '0'.repeat(64),
  signature: '',
});

export const checkpoints = checkpointArchive(
  openBucket(auditEnvironment.parse(process.env).CHECKPOINT_BUCKET),
  auditChain,
);
