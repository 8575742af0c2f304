import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { GatewayLogging } from '../constructs/api/gateway-logging.ts';
import { ClearinghouseKey } from '../constructs/claims/clearinghouse-key.ts';
import { AuditTable } from '../constructs/storage/audit-table.ts';
import { CheckpointBucket, CheckpointKey } from '../constructs/storage/checkpoints.ts';
import { CustomerKey } from '../constructs/storage/customer-key.ts';
import { AccessLogBucket, PrivateBucket } from '../constructs/storage/private-bucket.ts';
import { SingleTable } from '../constructs/storage/single-table.ts';
import { chosenSettings, type DeploymentSettings } from '../settings/settings.ts';

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
  readonly clearinghouseKey: ClearinghouseKey;

  constructor(scope: Construct, id: string, { context, ...props }: DataStackProps) {
    super(scope, id, { ...props, terminationProtection: context.terminationProtection === 'on' });
    this.key = context.encryption === 'customer-managed' ? new CustomerKey(this, 'Key') : undefined;
    const { key } = this;
    this.commerceTable = new SingleTable(this, 'CommerceTable', { key });
    this.claimsTable = new SingleTable(this, 'ClaimsTable', { key });
    this.auditTable = new AuditTable(this, 'AuditTable', { key });
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
    this.clearinghouseKey = new ClearinghouseKey(this, 'ClearinghouseKey', key);
    const logging = new GatewayLogging(this, 'GatewayLogging');
    // Tables are created last, because their deletion protection would keep them if a first deployment failed later.
    for (const table of [this.commerceTable, this.claimsTable, this.auditTable]) {
      table.node.addDependency(logging, this.checkpointBucket, this.x12Bucket, this.clearinghouseKey);
    }
    this.addOutputs(context);
  }

  private addOutputs(context: DeploymentSettings): void {
    const outputs = {
      InboxBucketName: [this.x12Bucket.bucketName, 'Bucket for X12 files, below inbox/'],
      CheckpointBucketName: [this.checkpointBucket.bucketName, 'Bucket of the signed checkpoints'],
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
