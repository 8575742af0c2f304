import { BlockPublicAccess, Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

/** Where S3 logs who reads and writes the other buckets. Its log service takes no key of the customer. */
export class AccessLogBucket extends Bucket {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      versioned: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      lifecycleRules: [{ expiration: Duration.days(365), noncurrentVersionExpiration: Duration.days(30) }],
    });
    suppress(this, 'bucket');
    suppress(this, 'access-log-bucket');
  }
}
