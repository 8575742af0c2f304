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

/** A bucket that keeps every version, accepts TLS only, and outlives its stack together with its policy. */
export class KeptBucket extends Bucket {
  constructor(scope: Construct, id: string, props: BucketProps) {
    const removalPolicy = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
    super(scope, id, {
      versioned: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      removalPolicy,
      ...props,
    });
    this.policy?.applyRemovalPolicy(removalPolicy);
    suppress(this, 'bucket');
  }
}

interface PrivateBucketProps
  extends Pick<BucketProps, 'cors' | 'lifecycleRules' | 'objectLockDefaultRetention'> {
  readonly key: IKey | undefined;
  readonly accessLogs: Bucket;
}

/** A bucket of stored data. */
export class PrivateBucket extends KeptBucket {
  constructor(scope: Construct, id: string, { key, accessLogs, ...props }: PrivateBucketProps) {
    super(scope, id, {
      ...props,
      // The CDK's own types disagree about an optional property.
      serverAccessLogsBucket: accessLogs as IBucket,
      serverAccessLogsPrefix: `${id}/`,
      ...(key
        ? { encryption: BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
        : { encryption: BucketEncryption.S3_MANAGED }),
    });
    if (!key) suppress(this, 'aws-owned-bucket-key');
  }
}

/** The access logs of the other buckets. S3 cannot deliver logs to a bucket with a customer-managed key. */
export class AccessLogBucket extends KeptBucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ expiration: Duration.days(365), noncurrentVersionExpiration: Duration.days(30) }],
    });
    suppress(this, 'access-log-bucket');
  }
}
