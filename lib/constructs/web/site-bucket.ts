import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

/** The private bucket of the app's files, which a deployment writes again. Only CloudFront reads it. */
export class SiteBucket extends Bucket {
  constructor(scope: Construct, id: string, accessLogs: Bucket) {
    super(scope, id, {
      versioned: true,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      // The CDK's own types disagree about an optional property.
      serverAccessLogsBucket: accessLogs as IBucket,
      serverAccessLogsPrefix: `${id}/`,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
    });
    suppress(this, 'bucket');
    suppress(this, 'site-bucket');
  }
}
