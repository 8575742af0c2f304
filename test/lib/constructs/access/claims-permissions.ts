import type { TableNeeds } from '#lib/constructs/access/table-access.ts';
import { tablePermissions } from './permissions.ts';

const log = ['logs:CreateLogStream own log', 'logs:PutLogEvents own log'];
const traces = ['xray:PutTelemetryRecords *', 'xray:PutTraceSegments *'];
const reads = ['BatchGetItem', 'GetItem', 'Query'];
const indexes = ['by-entity-id', 'by-actor', 'by-event-type', 'by-entity-type'];

const readsOf = (...folders: string[]) =>
  folders.flatMap((folder) =>
    ['s3:GetObject', 's3:GetObjectVersion'].map((action) => `${action} x12/${folder}/*`),
  );
const writesOf = (...folders: string[]) => folders.map((folder) => `s3:PutObject x12/${folder}/*`);

/** Permissions for each use of the contract. None updates or deletes entries of the audit log. */
const usePermissions = {
  'audit-entries': reads.flatMap((action) =>
    ['', ...indexes.map((index) => `/index/${index}`)].map((index) => `dynamodb:${action} audit${index}`),
  ),
  'audit-append': [
    'dynamodb:GetItem audit',
    'dynamodb:PutItem audit if dynamodb:EnclosingOperation ForAnyValue:StringEquals TransactWriteItems' +
      ' if dynamodb:LeadingKeys ForAllValues:StringLike CHAIN#main,CHAIN#main#*',
  ],
  checkpoints: [
    's3:ListBucketVersions checkpoints',
    's3:GetObjectVersion checkpoints/checkpoints/*',
    'kms:GetPublicKey signing key',
  ],
  signing: [
    'kms:Sign signing key if kms:SigningAlgorithm StringEquals ECDSA_SHA_256',
    's3:PutObject checkpoints/checkpoints/*',
  ],
  'audit-runs': ['sqs:SendMessage inbox queue'],
  'bulk-runs': ['sqs:SendMessage inbox queue'],
  exports: ['s3:GetObject x12/audit-exports/*'],
  'write-exports': [
    's3:GetObject x12/audit-exports/*',
    's3:ListMultipartUploadParts x12/audit-exports/*',
    's3:PutObject x12/audit-exports/*',
  ],
  'inbox-upload': writesOf('inbox'),
  files: [
    ...readsOf('inbox'),
    ...writesOf('archive', 'quarantine', 'outbound'),
    's3:DeleteObject x12/inbox/*',
    's3:ListBucket x12',
  ],
  submissions: [
    ...readsOf('submissions', 'staging'),
    ...writesOf('submissions', 'staging'),
    's3:ListBucket x12',
  ],
  'purged-files': [
    's3:ListBucketVersions x12',
    ...['inbox', 'archive', 'quarantine', 'outbound', 'submissions', 'staging'].flatMap((folder) =>
      ['s3:DeleteObject', 's3:DeleteObjectVersion'].map((action) => `${action} x12/${folder}/*`),
    ),
  ],
  configuration: [...readsOf('config'), 's3:ListBucket x12'],
  'first-configuration': writesOf('config'),
  'staged-answers': [...readsOf('staging'), ...writesOf('inbox'), 's3:ListBucket x12'],
  'search-key': ['secretsmanager:GetSecretValue search key'],
  'clearhouse-key': ['secretsmanager:GetSecretValue clearinghouse key'],
};

type Use = keyof typeof usePermissions;

/** All permissions of a role with these needs and uses, as permissionsOf() writes them. */
export const permissionsFor = (needs: TableNeeds, uses: readonly Use[]) =>
  [
    ...log,
    ...traces,
    ...tablePermissions(needs, 'claims'),
    ...uses.flatMap((use) => usePermissions[use]),
  ].sort();

/** Names the resource of an ARN in a template. */
export const resourceName = (arn: string) =>
  arn
    .replace(/^<Granary-Data:ExportsOutputFnGetAttClaimsTable[^>]*>/, 'claims')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttAuditTable[^>]*>/, 'audit')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttCheckpointBucket[^>]*>/, 'checkpoints')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttX12Bucket[^>]*>/, 'x12')
    .replace(/^<Granary-Data:ExportsOutputFnGetAttCheckpointKey[^>]*>/, 'signing key')
    .replace(/^<Granary-Data:ExportsOutputRefClearinghouseKey[^>]*>/, 'clearinghouse key')
    .replace(/^<Granary-Data:ExportsOutputRefSearchKey[^>]*>/, 'search key')
    .replace(/^<Failures\w+\.Arn>$/, 'failures')
    .replace(/^<IntakeInboxQueue\w+\.Arn>$/, 'inbox queue')
    .replace(
      /^<(?:Audit|Bulk)CarryOn(\w+?)RunFunction\w+\.Arn>$/,
      (_, kind: string) => `${kind.toLowerCase()} runs`,
    )
    .replace(/^<IntakeStagingQueue\w+\.Arn>$/, 'staging queue')
    .replace(/^<\w+Log\w+\.Arn>$/, 'own log');
