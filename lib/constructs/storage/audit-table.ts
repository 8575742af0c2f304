import { ProjectionType, type TableClass } from 'aws-cdk-lib/aws-dynamodb';
import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { type Bucket, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { auditIndexes, auditIndexKeys } from '#claims/audit/index-fields.ts';
import { auditPartitions } from '#contract/partitions.ts';
import { denyEveryone } from '../access/statements.ts';
import { changingActions } from '../access/table-access.ts';
import { PrivateBucket } from './private-bucket.ts';
import { ProtectedTable, stringAttribute } from './single-table.ts';

interface CheckpointBucketProps {
  readonly key: IKey | undefined;
  readonly accessLogs: Bucket;
  readonly retentionDays: number;
}

/**
 * The signed checkpoints of the audit log. Object Lock in compliance mode prevents anyone from changing or deleting a
 * version before its retention ends. The bucket policy also denies delete markers and newer versions.
 */
export class CheckpointBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, { retentionDays, ...props }: CheckpointBucketProps) {
    super(scope, id, {
      ...props,
      objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(retentionDays)),
    });
    const objects = [this.arnForObjects('*')];
    const onlyReplacing = { Null: { 's3:if-none-match': 'true' } };
    this.addToResourcePolicy(
      denyEveryone('NothingIsRemoved', ['s3:DeleteObject', 's3:DeleteObjectVersion'], objects),
    );
    this.addToResourcePolicy(denyEveryone('NothingIsReplaced', ['s3:PutObject'], objects, onlyReplacing));
  }
}

/** Signs checkpoints of the audit log. The private key never leaves KMS; auditors get the public key. */
export class CheckpointKey extends Key {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      description: 'Signs checkpoints of the audit log',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      pendingWindow: Duration.days(30),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
  }
}

interface AuditTableProps {
  readonly key: IKey | undefined;
  readonly tableClass: TableClass;
}

/**
 * The table of the audit chain. Its entries never expire. Its indexes hold keys only, so that entries are always read
 * from the chain itself.
 *
 * Its policy denies every principal of the account, administrators included, all changes of an item except a put
 * of the head or of an entry inside a transaction. It denies no action that manages the table or the policy, so nobody
 * can lock the table.
 */
export class AuditTable extends ProtectedTable {
  constructor(scope: Construct, id: string, props: AuditTableProps) {
    super(scope, id, props);
    for (const [field, [partition, sort]] of Object.entries(auditIndexKeys)) {
      this.addGlobalSecondaryIndex({
        indexName: auditIndexes[field as keyof typeof auditIndexes],
        partitionKey: stringAttribute(partition),
        sortKey: stringAttribute(sort),
        projectionType: ProjectionType.KEYS_ONLY,
      });
    }
    // The table's own ARN would be a circular reference. In the policy of a table, `*` means this table.
    const itself = ['*'];
    const allButPuts = changingActions.filter((action) => action !== 'dynamodb:PutItem');
    this.addToResourcePolicy(denyEveryone('NothingIsUpdatedOrDeleted', allButPuts, itself));
    this.addToResourcePolicy(
      denyEveryone('PutsAreInTransactions', ['dynamodb:PutItem'], itself, {
        // Also true for a request without the key, which is a put outside of a transaction.
        StringNotEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' },
      }),
    );
    this.addToResourcePolicy(
      denyEveryone('NothingBesideTheChain', ['dynamodb:PutItem'], itself, {
        'ForAnyValue:StringNotLike': { 'dynamodb:LeadingKeys': Object.values(auditPartitions) },
      }),
    );
  }
}
