import { type IKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import { type Bucket, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { denyEveryone } from '../access/statements.ts';
import { PrivateBucket } from './private-bucket.ts';

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
