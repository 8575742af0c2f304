import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IConstruct } from 'constructs';
import type { MediaUse } from '#contract/endpoint.ts';
import { suppress } from '../../nag/suppressions.ts';
import { allow, allowKeyVia } from './statements.ts';

export interface MediaAccess {
  readonly mediaBucket: Pick<Bucket, 'bucketArn' | 'bucketName' | 'arnForObjects'>;
  readonly key: IKey | undefined;
}

/**
 * A use of the bucket, or of a worker: `process-uploads` and `process-images` process uploads, `archive` makes archives of
 * brands, and `erase` removes the files of a deleted brand.
 */
export type MediaGrant = MediaUse | 'process-uploads' | 'process-images' | 'archive' | 'erase';

type Folder = 'product-imports' | 'product-uploads' | 'product-images' | 'brand-exports';

/** Folders of the bucket that each use reads, writes and deletes from. */
const foldersOf: {
  readonly [G in MediaGrant]: {
    readonly reads?: readonly Folder[];
    readonly writes?: readonly Folder[];
    readonly clears?: readonly Folder[];
    /** Folders of which it deletes every version. */
    readonly erases?: readonly Folder[];
  };
} = {
  'product-imports': { writes: ['product-imports'] },
  'brand-exports': { reads: ['brand-exports'] },
  'image-uploads': { writes: ['product-uploads'] },
  'image-links': { reads: ['product-images'] },
  'process-uploads': { reads: ['product-imports'] },
  'process-images': {
    reads: ['product-uploads'],
    writes: ['product-images'],
    clears: ['product-uploads', 'product-images'],
  },
  archive: {
    reads: ['brand-exports', 'product-images'],
    writes: ['brand-exports'],
    erases: ['brand-exports'],
  },
  erase: { erases: ['product-imports', 'product-uploads', 'product-images', 'brand-exports'] },
};

export function mediaStatements(use: MediaGrant, { mediaBucket, key }: MediaAccess): PolicyStatement[] {
  const { reads = [], writes = [], clears = [], erases = [] } = foldersOf[use];
  const onObjects = (actions: readonly string[], folders: readonly Folder[]) =>
    folders.length === 0
      ? []
      : [
          allow(
            undefined,
            actions,
            folders.map((folder) => mediaBucket.arnForObjects(`${folder}/*`)),
          ),
        ];
  return [
    ...onObjects(['s3:GetObject', 's3:GetObjectVersion'], reads),
    ...onObjects(['s3:PutObject'], writes),
    ...onObjects(['s3:DeleteObject'], clears),
    ...onObjects(['s3:DeleteObject', 's3:DeleteObjectVersion'], erases),
    ...(erases.length === 0
      ? []
      : [allow('ListVersions', ['s3:ListBucketVersions'], [mediaBucket.bucketArn])]),
    // Without this permission S3 returns 403 instead of 404 for a missing object.
    ...(reads.length === 0 ? [] : [allow('FindFiles', ['s3:ListBucket'], [mediaBucket.bucketArn])]),
    ...allowKeyVia('s3', key, [
      ...(reads.length === 0 ? [] : ['kms:Decrypt']),
      ...(writes.length === 0 ? [] : ['kms:GenerateDataKey']),
    ]),
  ];
}

export function suppressForMedia(construct: IConstruct, uses: readonly MediaGrant[]): void {
  const folders = uses.flatMap((use) => {
    const { reads = [], writes = [], clears = [], erases = [] } = foldersOf[use];
    return [...reads, ...writes, ...clears, ...erases];
  });
  for (const folder of new Set(folders)) suppress(construct, `${folder}-objects`);
}
