import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type Bucket, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { denyEveryone } from '../access/statements.ts';
import { PrivateBucket } from './private-bucket.ts';

interface CheckpointBucketProps {
  readonly key: IKey | undefined;
  readonly accessLogs: Bucket;
  readonly retentionDays: number;
}

/**
 * Where signed checkpoints of the audit log are kept. Object Lock in compliance mode: no version can be changed or
 * removed before its time, by nobody. The policy goes further: nothing can be hidden behind a delete marker or a
 * newer version.
 */
export class CheckpointBucket extends PrivateBucket {
  constructor(scope: Construct, id: string, { retentionDays, ...props }: CheckpointBucketProps) {
    super(scope, id, {
      ...props,
      objectLockDefaultRetention: ObjectLockRetention.compliance(Duration.days(retentionDays)),
    });
    const objects = [this.arnForObjects('*')];
    this.addToResourcePolicy(
      denyEveryone('NothingIsRemoved', ['s3:DeleteObject', 's3:DeleteObjectVersion'], objects),
    );
    this.addToResourcePolicy(
      denyEveryone('NothingIsReplaced', ['s3:PutObject'], objects, {
        Null: { 's3:if-none-match': 'true' },
      }),
    );
  }
}
