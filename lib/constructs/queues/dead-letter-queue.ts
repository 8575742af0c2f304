import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { queueEncryption } from './event-source-queue.ts';

/**
 * Messages of the work queues that failed in every attempt, for two weeks. `npm run redrive` moves each back to the
 * queue it came from.
 */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    super(scope, id, {
      ...queueEncryption(key),
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const output = new CfnOutput(this, 'Url', {
      value: this.queueUrl,
      description: 'For npm run redrive: dead letters',
    });
    output.overrideLogicalId('DeadLettersUrl');
  }
}
