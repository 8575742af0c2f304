import path from 'node:path';
import { type Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, type ISource, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Duration, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';
import { KeptBucket } from '../storage/private-bucket.ts';
import { hashedFolder, immutable, revalidated } from './response-headers.ts';

/** The private bucket of the app's files, which a deployment writes again. Only CloudFront reads it. */
export class SiteBucket extends KeptBucket {
  constructor(scope: Construct, id: string, accessLogs: Bucket) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      // The CDK's own types disagree about an optional property.
      serverAccessLogsBucket: accessLogs as IBucket,
      serverAccessLogsPrefix: `${id}/`,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
    });
    suppress(this, 'site-bucket');
  }
}

/** Contents of `/config.json`, which names the issuer where people sign in (web/CONFIG.md). */
export interface WebAppConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** Sent as `audience` with the authorization request, for providers that need it. */
  readonly audience?: string;
  /** Token that the APIs accept. */
  readonly tokenUse: 'access_token' | 'id_token';
}

interface AppFilesProps {
  readonly bucket: Bucket;
  /** Directory of the built app. */
  readonly directory: string;
  readonly config: WebAppConfig;
}

/**
 * Copies the app to its bucket. Hashed files come first, so that no new page names a missing file. Files of earlier
 * versions stay, because open pages still load them.
 */
export class AppFiles extends Construct {
  constructor(scope: Construct, id: string, { bucket, directory, config }: AppFilesProps) {
    super(scope, id);
    const copy = (name: string, sources: ISource[], cacheControl: string, folder?: string) =>
      new BucketDeployment(this, name, {
        // The CDK's own types disagree about an optional property.
        destinationBucket: bucket as IBucket,
        sources,
        cacheControl: [CacheControl.fromString(cacheControl)],
        prune: false,
        memoryLimit: 256,
        ...(folder !== undefined && { destinationKeyPrefix: folder }),
      });
    const hashed = copy(
      'Hashed',
      [Source.asset(path.join(directory, hashedFolder))],
      immutable,
      hashedFolder,
    );
    const pages = Source.asset(directory, { exclude: [hashedFolder, '.*'] });
    const others = copy('Others', [pages, Source.jsonData('config.json', config)], revalidated);
    others.node.addDependency(hashed);
    // The CDK makes one function for all deployments of a stack.
    const functions = Stack.of(this).node.children.filter(({ node }) =>
      node.id.startsWith('Custom::CDKBucketDeployment'),
    );
    for (const one of functions) suppress(one, 'site-deployment');
  }
}
