import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

interface PrivateBucketProps extends Pick<BucketProps, 'lifecycleRules' | 'objectLockDefaultRetention'> {
  readonly key: IKey | undefined;
  /** Where S3 logs who reads and writes. */
  readonly accessLogs: Bucket;
}

/** A bucket that keeps every version, answers over TLS alone, and to nobody outside the account. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { key, accessLogs, ...props }: PrivateBucketProps) {
    super(scope, id, {
      ...props,
      versioned: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      // The CDK's own types disagree about an optional property.
      serverAccessLogsBucket: accessLogs as IBucket,
      serverAccessLogsPrefix: `${id}/`,
      ...(key
        ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
    });
    suppress(this, 'bucket');
    if (!key) suppress(this, 'aws-owned-bucket-key');
  }
}
