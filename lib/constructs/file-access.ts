import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Resource } from '#contract/endpoint.ts';
import { allow, through } from './statements.ts';

/** Where X12 files are, and what opens the clearinghouse's server. */
export interface FileResources {
  readonly x12Bucket: Pick<Bucket, 'bucketArn' | 'bucketName' | 'arnForObjects'>;
  readonly clearinghouseKey: Pick<ISecret, 'secretArn'>;
  /** The customer's key over all of it, if there is one. */
  readonly key: IKey | undefined;
}

/** What a function may use, by the names of the contract; `staged-answers` is for the test payer alone. */
export type FileUse = Extract<Resource, 'inbox-upload' | 'files' | 'clearhouse-key'> | 'staged-answers';

/** What these uses take, and nothing else: objects are removed from the inbox alone, and there a version stays. */
export const fileStatementsOf: { readonly [U in FileUse]: (resources: FileResources) => PolicyStatement[] } =
  {
    'inbox-upload': ({ x12Bucket, key }) => [
      allow('PutIntoInbox', ['s3:PutObject'], [x12Bucket.arnForObjects('inbox/*')]),
      ...through('s3', key, ['kms:GenerateDataKey']),
    ],
    files: ({ x12Bucket, key }) => [
      allow('ReadFiles', ['s3:GetObject', 's3:GetObjectVersion'], objectsOf(x12Bucket, readFolders)),
      allow('WriteFiles', ['s3:PutObject'], objectsOf(x12Bucket, writtenFolders)),
      allow('ClearInbox', ['s3:DeleteObject'], objectsOf(x12Bucket, ['inbox'])),
      // Without it S3 answers 403, not 404, for an object that is not there.
      allow('FindFiles', ['s3:ListBucket'], [x12Bucket.bucketArn]),
      ...through('s3', key, ['kms:Decrypt', 'kms:GenerateDataKey']),
    ],
    'staged-answers': ({ x12Bucket, key }) => [
      allow('ReadStaged', ['s3:GetObject', 's3:GetObjectVersion'], objectsOf(x12Bucket, ['staging'])),
      allow('Answer', ['s3:PutObject'], objectsOf(x12Bucket, ['inbox'])),
      allow('FindStaged', ['s3:ListBucket'], [x12Bucket.bucketArn]),
      ...through('s3', key, ['kms:Decrypt', 'kms:GenerateDataKey']),
    ],
    'clearhouse-key': ({ clearinghouseKey, key }) => [
      allow('ReadClearinghouseKey', ['secretsmanager:GetSecretValue'], [clearinghouseKey.secretArn]),
      ...through('secretsmanager', key, ['kms:Decrypt']),
    ],
  };

const readFolders = ['inbox', 'config', 'staging', 'submissions'];
const writtenFolders = ['inbox', 'archive', 'quarantine', 'outbound', 'staging', 'submissions'];

const objectsOf = (bucket: FileResources['x12Bucket'], folders: readonly string[]): string[] =>
  folders.map((folder) => bucket.arnForObjects(`${folder}/*`));
