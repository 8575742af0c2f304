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
 * Everything that must survive: deployed first, changed rarely, retained when the stack is deleted. Logical ids here are
 * promises; a changed one would leave the data behind in a table that nothing points to.
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
      // An export can be made again at any time; a link to it works for minutes.
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
    // Tables come last. They are protected against deletion, so a first deployment that fails after them would leave
    // them behind.
    for (const table of [this.commerceTable, this.claimsTable, this.auditTable]) {
      table.node.addDependency(logging, this.checkpointBucket, this.x12Bucket, this.clearinghouseKey);
    }
    this.addOutputs(context);
  }

  private addOutputs(context: DeploymentSettings): void {
    const outputs = {
      InboxBucketName: [this.x12Bucket.bucketName, 'Bucket that takes X12 files, below inbox/'],
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
