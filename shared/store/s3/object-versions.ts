import {
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
} from '@aws-sdk/client-s3';
import { StoreRejection } from '#persistence/store-rejection.ts';
import { send } from '../dynamodb/table.ts';
import { type Bucket, pagesOf } from './bucket.ts';

interface ObjectVersion {
  readonly key: string;
  readonly version: string | undefined;
  readonly modified_at: string;
  readonly isCurrent: boolean;
  /** A delete marker. */
  readonly isMarker: boolean;
}

/** All versions and delete markers of the objects below a prefix, page by page. */
export async function* listVersions(
  { client, name: Bucket }: Bucket,
  Prefix: string,
): AsyncGenerator<readonly ObjectVersion[], void> {
  const pages = pagesOf((before?: ListObjectVersionsCommandOutput) =>
    send(
      client.send(
        new ListObjectVersionsCommand({
          ...{ Bucket, Prefix, MaxKeys: 1000 },
          KeyMarker: before?.NextKeyMarker,
          VersionIdMarker: before?.NextVersionIdMarker,
        }),
      ),
    ),
  );
  for await (const page of pages) {
    const versions = (page.Versions ?? []).map((one) => ({ ...one, isMarker: false }));
    const markers = (page.DeleteMarkers ?? []).map((one) => ({ ...one, isMarker: true }));
    yield [...versions, ...markers].map(({ Key = '', VersionId, LastModified, IsLatest, isMarker }) => ({
      key: Key,
      version: VersionId,
      modified_at: (LastModified ?? new Date(0)).toISOString(),
      isCurrent: IsLatest === true,
      isMarker,
    }));
  }
}

/** Removes these versions, at most 1,000. Versions that do not exist are no fault. */
export async function removeVersions(
  { client, name: Bucket }: Bucket,
  versions: readonly ObjectVersion[],
): Promise<void> {
  const Objects = versions.map(({ key: Key, version: VersionId }) => ({ Key, VersionId }));
  const { Errors = [] } = await send(
    client.send(
      new DeleteObjectsCommand({
        Bucket,
        Delete: { Objects, Quiet: true },
        // S3 requires a checksum for this request, and the client of this bucket makes none by itself.
        ChecksumAlgorithm: 'CRC32',
      }),
    ),
  );
  if (Errors.length > 0) throw new StoreRejection('The file store did not remove every file', undefined);
}

/**
 * Removes every version of every object whose key begins with the prefix, also of objects that arrive meanwhile. Idempotent.
 *
 * @returns false when the time is up
 */
export async function erasePrefix(bucket: Bucket, prefix: string, isTimeUp: () => boolean): Promise<boolean> {
  for (;;) {
    if (isTimeUp()) return false;
    const page = await listVersions(bucket, prefix).next();
    if (page.done === true || page.value.length === 0) return true;
    await removeVersions(bucket, page.value);
  }
}
