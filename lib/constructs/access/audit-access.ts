import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { auditIndexes } from '#claims/audit/index-fields.ts';
import type { CommerceResource, Resource } from '#contract/endpoint.ts';
import { auditPartitions } from '#contract/partitions.ts';
import { encryptionActions } from '../storage/customer-key.ts';
import type { FileUse } from './file-access.ts';
import { sendStatements } from './queue-access.ts';
import { allow, allowKeyVia } from './statements.ts';

export interface AuditResources {
  readonly auditTable: Pick<Table, 'tableArn' | 'tableName'>;
  readonly checkpointBucket: Pick<Bucket, 'bucketArn' | 'bucketName' | 'arnForObjects'>;
  readonly checkpointKey: Pick<Key, 'keyArn' | 'keyId'>;
  /** Holds exports of the audit log under `audit-exports/`. */
  readonly x12Bucket: Pick<Bucket, 'bucketName' | 'arnForObjects'>;
  /** Encrypts all of these; undefined without a customer-managed key. */
  readonly key: IKey | undefined;
}

/** Uses of the audit log, by the names of the contract. `write-exports` is for background functions only. */
export type AuditUse = Exclude<Resource, FileUse | CommerceResource> | 'write-exports';

export interface AuditAccess extends AuditResources {
  /** Takes verifications, exports and bulk runs that run in the background. */
  readonly runQueue: IQueue;
}

/**
 * Statements for each use. They allow putting an entry inside a transaction, and no update or delete. IAM cannot
 * require that the entry is new; the appender's condition does (shared/store/audit/audit-chain.ts).
 */
export const auditStatements: { readonly [U in AuditUse]: (access: AuditAccess) => PolicyStatement[] } = {
  'audit-entries': ({ auditTable: { tableArn }, key }) => [
    allow(
      'ReadAuditLog',
      ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'],
      [tableArn, ...Object.values(auditIndexes).map((name) => `${tableArn}/index/${name}`)],
    ),
    ...allowKeyVia('dynamodb', key, readingActions),
  ],
  'audit-append': ({ auditTable: { tableArn }, key }) => [
    allow('ReadChain', ['dynamodb:GetItem'], [tableArn]),
    allow('AppendToAuditLog', ['dynamodb:PutItem'], [tableArn], {
      'ForAnyValue:StringEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': Object.values(auditPartitions) },
    }),
    ...allowKeyVia('dynamodb', key, encryptionActions),
  ],
  checkpoints: ({ checkpointBucket, checkpointKey, key }) => [
    allow('ListCheckpoints', ['s3:ListBucketVersions'], [checkpointBucket.bucketArn]),
    allow('ReadCheckpoints', ['s3:GetObjectVersion'], [checkpointBucket.arnForObjects('checkpoints/*')]),
    allow('ReadPublicKey', ['kms:GetPublicKey'], [checkpointKey.keyArn]),
    ...allowKeyVia('s3', key, ['kms:Decrypt']),
  ],
  signing: ({ checkpointBucket, checkpointKey, key }) => [
    allow('Sign', ['kms:Sign'], [checkpointKey.keyArn], {
      StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256' },
    }),
    allow('StoreCheckpoints', ['s3:PutObject'], [checkpointBucket.arnForObjects('checkpoints/*')]),
    ...allowKeyVia('s3', key, ['kms:GenerateDataKey']),
  ],
  'audit-runs': ({ runQueue, key }) => sendStatements(runQueue, key),
  'bulk-runs': ({ runQueue, key }) => sendStatements(runQueue, key),
  exports: ({ x12Bucket, key }) => [
    allow('ReadExports', ['s3:GetObject'], [x12Bucket.arnForObjects('audit-exports/*')]),
    ...allowKeyVia('s3', key, ['kms:Decrypt']),
  ],
  'write-exports': ({ x12Bucket, key }) => [
    allow(
      'WriteExports',
      ['s3:GetObject', 's3:ListMultipartUploadParts', 's3:PutObject'],
      [x12Bucket.arnForObjects('audit-exports/*')],
    ),
    ...allowKeyVia('s3', key, ['kms:Decrypt', 'kms:GenerateDataKey']),
  ],
};

const readingActions = ['kms:Decrypt', 'kms:DescribeKey'];
