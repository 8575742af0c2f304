import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { type CorsRule, HttpMethods } from 'aws-cdk-lib/aws-s3';
import { Aws, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { GatewayLogging } from '../constructs/api/gateway-logging.ts';
import { AuditTable, CheckpointBucket, CheckpointKey } from '../constructs/storage/audit-table.ts';
import { CustomerKey } from '../constructs/storage/customer-key.ts';
import { People } from '../constructs/storage/people.ts';
import { AccessLogBucket, PrivateBucket } from '../constructs/storage/private-bucket.ts';
import { ClearinghouseKey, PaymentKeys, SearchKey, UnsubscribeKey } from '../constructs/storage/secrets.ts';
import { keptForYears, SingleTable } from '../constructs/storage/single-table.ts';
import {
  browserOrigins,
  chosenSettings,
  type DeploymentSettings,
  sendsMessages,
} from '../settings/settings.ts';

interface DataStackProps extends StackProps {
  readonly context: DeploymentSettings;
}

/**
 * All stored data: deployed first, changed rarely, retained when the stack is deleted. Logical ids must never change,
 * because CloudFormation would replace the resource with an empty one.
 */
export class DataStack extends Stack {
  readonly key: CustomerKey | undefined;
  readonly commerceTable: SingleTable;
  readonly claimsTable: SingleTable;
  readonly auditTable: AuditTable;
  readonly checkpointBucket: CheckpointBucket;
  readonly checkpointKey: CheckpointKey;
  readonly x12Bucket: PrivateBucket;
  readonly mediaBucket: PrivateBucket;
  readonly clearinghouseKey: ClearinghouseKey | undefined;
  readonly searchKey: SearchKey;
  readonly unsubscribeKey: UnsubscribeKey | undefined;
  readonly paymentKeys: PaymentKeys | undefined;
  /** Undefined with an external identity provider, or none. */
  readonly people: People | undefined;

  constructor(scope: Construct, id: string, { context, ...props }: DataStackProps) {
    super(scope, id, { ...props, terminationProtection: context.terminationProtection === 'on' });
    this.key = context.encryption === 'customer-managed' ? new CustomerKey(this, 'Key') : undefined;
    const { key } = this;
    this.commerceTable = new SingleTable(this, 'CommerceTable', { key, indexNames: ['gsi1', 'gsi2'] });
    this.claimsTable = new SingleTable(this, 'ClaimsTable', {
      key,
      indexNames: ['gsi1', 'gsi2', 'gsi3'],
      tableClass: keptForYears,
    });
    this.auditTable = new AuditTable(this, 'AuditTable', { key, tableClass: keptForYears });
    const accessLogs = new AccessLogBucket(this, 'AccessLogBucket');
    this.checkpointBucket = new CheckpointBucket(this, 'CheckpointBucket', {
      key,
      accessLogs,
      retentionDays: context.checkpointRetentionDays,
    });
    this.checkpointKey = new CheckpointKey(this, 'CheckpointKey');
    this.x12Bucket = new PrivateBucket(this, 'X12Bucket', {
      key,
      accessLogs,
      cors: uploadRules(context),
      // Exports can be repeated at any time, and their links work for minutes.
      lifecycleRules: [
        {
          prefix: 'audit-exports/',
          expiration: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(1),
        },
        { abortIncompleteMultipartUploadAfter: Duration.days(7) },
      ],
    });
    this.mediaBucket = new PrivateBucket(this, 'MediaBucket', {
      key,
      accessLogs,
      cors: uploadRules(context),
      lifecycleRules: [
        // Originals are needed until their sizes exist, and import files until they are read.
        ...['product-uploads/', 'product-imports/'].map((prefix) => ({
          prefix,
          expiration: Duration.days(30),
          noncurrentVersionExpiration: Duration.days(1),
        })),
        // Exports can be repeated at any time, and their links work for minutes.
        {
          prefix: 'brand-exports/',
          expiration: Duration.days(7),
          noncurrentVersionExpiration: Duration.days(1),
        },
        // Deleted images can be restored for a week.
        { prefix: 'product-images/', noncurrentVersionExpiration: Duration.days(7) },
        { abortIncompleteMultipartUploadAfter: Duration.days(7) },
      ],
    });
    if (context.imagesDistribution !== '') this.showImagesTo(context.imagesDistribution);
    this.searchKey = new SearchKey(this, 'SearchKey', key);
    this.clearinghouseKey =
      context.clearinghouse === 'on' ? new ClearinghouseKey(this, 'ClearinghouseKey', key) : undefined;
    this.paymentKeys = context.payments === 'on' ? new PaymentKeys(this, 'PaymentKeys', key) : undefined;
    this.unsubscribeKey = sendsMessages(context)
      ? new UnsubscribeKey(this, 'UnsubscribeKey', key)
      : undefined;
    const secrets = [this.searchKey, this.clearinghouseKey, this.paymentKeys, this.unsubscribeKey];
    this.people = context.identity === 'cognito' ? new People(this, 'People', { context, key }) : undefined;
    const logging = new GatewayLogging(this, 'GatewayLogging');
    // Tables and people are created last, because their deletion protection would keep them if a first deployment failed later.
    for (const last of [this.commerceTable, this.claimsTable, this.auditTable, this.people]) {
      last?.node.addDependency(logging, this.checkpointBucket, this.x12Bucket, this.mediaBucket);
      last?.node.addDependency(...secrets.filter((secret) => secret !== undefined));
    }
    this.addOutputs(context);
  }

  /** Lets a CloudFront distribution of this account read the images, and nothing else of the bucket. */
  private showImagesTo(distribution: string): void {
    const reading = (sid: string, action: string, resource: string) =>
      new PolicyStatement({
        sid,
        principals: [new ServicePrincipal('cloudfront.amazonaws.com')],
        actions: [action],
        resources: [resource],
        conditions: {
          StringEquals: {
            'aws:SourceArn': `arn:${Aws.PARTITION}:cloudfront::${Aws.ACCOUNT_ID}:distribution/${distribution}`,
          },
        },
      });
    const { mediaBucket } = this;
    const images = mediaBucket.arnForObjects('product-images/*');
    mediaBucket.addToResourcePolicy(reading('ShowImages', 's3:GetObject', images));
    // In the policy of a key, * is the key itself.
    this.key?.addToResourcePolicy(reading('ShowImages', 'kms:Decrypt', '*'));
  }

  private addOutputs(context: DeploymentSettings): void {
    const outputs = {
      InboxBucketName: [this.x12Bucket.bucketName, 'Bucket for X12 files, below inbox/'],
      CheckpointBucketName: [this.checkpointBucket.bucketName, 'Bucket of the signed checkpoints'],
      MediaBucketName: [this.mediaBucket.bucketName, 'Bucket of product images and imports'],
      CommerceTableName: [this.commerceTable.tableName, 'Table of the commerce service'],
      ClaimsTableName: [this.claimsTable.tableName, 'Table of the claims service'],
      AuditTableName: [this.auditTable.tableName, 'Table of the audit log'],
      DeployedSettings: [JSON.stringify(chosenSettings(context)), 'Settings of the last deployment'],
    };
    for (const [name, [value = '', description = '']] of Object.entries(outputs)) {
      new CfnOutput(this, name, { value, description });
    }
  }
}

/** Lets browsers use presigned links. */
const uploadRules = (context: DeploymentSettings): CorsRule[] => [
  {
    allowedMethods: [HttpMethods.PUT, HttpMethods.GET, HttpMethods.HEAD],
    allowedOrigins: browserOrigins(context),
    allowedHeaders: ['Content-Type'],
    exposedHeaders: ['ETag'],
    maxAge: 3600,
  },
];
