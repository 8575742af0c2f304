import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type BucketProps,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

const everyBucket = {
  versioned: true,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
  removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
} as const satisfies BucketProps;

interface PrivateBucketProps
  extends Pick<BucketProps, 'cors' | 'lifecycleRules' | 'objectLockDefaultRetention'> {
  readonly key: IKey | undefined;
  readonly accessLogs: Bucket;
}

/** A private bucket that keeps every version and accepts TLS only. */
export class PrivateBucket extends Bucket {
  constructor(scope: Construct, id: string, { key, accessLogs, ...props }: PrivateBucketProps) {
    super(scope, id, {
      ...everyBucket,
      ...props,
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

/** The access logs of the other buckets. S3 cannot deliver logs to a bucket with a customer-managed key. */
export class AccessLogBucket extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      ...everyBucket,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(365), noncurrentVersionExpiration: Duration.days(30) }],
    });
    suppress(this, 'bucket');
    suppress(this, 'access-log-bucket');
  }
}
