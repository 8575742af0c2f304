import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Resource } from '#contract/endpoint.ts';
import { readStatements } from '../storage/secrets.ts';
import { allow, allowKeyVia } from './statements.ts';

export interface FileResources {
  readonly x12Bucket: Pick<Bucket, 'bucketArn' | 'bucketName' | 'arnForObjects'>;
  /** Undefined without the setting. */
  readonly clearinghouseKey: Pick<ISecret, 'secretArn'> | undefined;
  readonly searchKey: Pick<ISecret, 'secretArn'>;
  /** Encrypts all of them; undefined without a customer-managed key. */
  readonly key: IKey | undefined;
}

/**
 * Uses of files, by the names of the contract. `staged-answers` is for the test payer only, `first-configuration` for
 * migrations only.
 */
export type FileUse =
  | Extract<
      Resource,
      | 'inbox-upload'
      | 'files'
      | 'submissions'
      | 'purged-files'
      | 'configuration'
      | 'clearhouse-key'
      | 'search-key'
    >
  | 'staged-answers'
  | 'first-configuration';

type SecretUse = 'clearhouse-key' | 'search-key';

type Folder =
  | 'inbox'
  | 'archive'
  | 'quarantine'
  | 'outbound'
  | 'submissions'
  | 'staging'
  | 'config'
  | 'audit-exports';

/** Folders of the bucket that each use reads, writes and deletes from. A deleted object keeps its versions. */
const foldersOf: {
  readonly [U in Exclude<FileUse, SecretUse | 'purged-files'>]: {
    readonly reads?: readonly Folder[];
    readonly writes?: readonly Folder[];
    readonly clears?: readonly Folder[];
  };
} = {
  'inbox-upload': { writes: ['inbox'] },
  files: { reads: ['inbox'], writes: ['archive', 'quarantine', 'outbound'], clears: ['inbox'] },
  submissions: { reads: ['submissions', 'staging'], writes: ['submissions', 'staging'] },
  configuration: { reads: ['config'] },
  'first-configuration': { writes: ['config'] },
  'staged-answers': { reads: ['staging'], writes: ['inbox'] },
};

/** Folders with data of patients. */
const purgedFolders = ['inbox', 'archive', 'quarantine', 'outbound', 'submissions', 'staging'] as const;

export function fileStatements(
  use: FileUse,
  { x12Bucket, clearinghouseKey, searchKey, key }: FileResources,
): PolicyStatement[] {
  if (isSecretUse(use)) {
    const [sid, secret] =
      use === 'search-key' ? ['ReadSearchKey', searchKey] : ['ReadClearinghouseKey', clearinghouseKey];
    return readStatements(sid, secret, key);
  }
  if (use === 'purged-files') {
    return [
      allow('FindVersions', ['s3:ListBucketVersions'], [x12Bucket.bucketArn]),
      allow(
        'PurgeVersions',
        ['s3:DeleteObject', 's3:DeleteObjectVersion'],
        purgedFolders.map((folder) => x12Bucket.arnForObjects(`${folder}/*`)),
      ),
    ];
  }
  const { reads = [], writes = [], clears = [] } = foldersOf[use];
  const onObjects = (actions: readonly string[], folders: readonly Folder[]) =>
    folders.length === 0
      ? []
      : [
          allow(
            undefined,
            actions,
            folders.map((folder) => x12Bucket.arnForObjects(`${folder}/*`)),
          ),
        ];
  return [
    ...onObjects(['s3:GetObject', 's3:GetObjectVersion'], reads),
    ...onObjects(['s3:PutObject'], writes),
    ...onObjects(['s3:DeleteObject'], clears),
    // Without this permission S3 returns 403 instead of 404 for a missing object.
    ...(reads.length === 0 ? [] : [allow('FindFiles', ['s3:ListBucket'], [x12Bucket.bucketArn])]),
    ...allowKeyVia('s3', key, [
      ...(reads.length === 0 ? [] : ['kms:Decrypt']),
      ...(writes.length === 0 ? [] : ['kms:GenerateDataKey']),
    ]),
  ];
}

export function foldersReached(use: FileUse): readonly Folder[] {
  if (isSecretUse(use)) return [];
  if (use === 'purged-files') return purgedFolders;
  const { reads = [], writes = [], clears = [] } = foldersOf[use];
  return [...reads, ...writes, ...clears];
}

const isSecretUse = (use: FileUse): use is SecretUse => use === 'clearhouse-key' || use === 'search-key';
