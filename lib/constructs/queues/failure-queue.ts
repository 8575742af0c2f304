import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

/**
 * Events that a function failed at in all attempts, for two weeks; `npm run redrive` starts them again. They name ids
 * of runs and keys of objects.
 */
export class FailureQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    suppress(this, 'failure-queue');
    const output = new CfnOutput(this, 'Url', {
      value: this.queueUrl,
      description: 'For npm run redrive: failed events',
    });
    output.overrideLogicalId('FailuresUrl');
  }
}
