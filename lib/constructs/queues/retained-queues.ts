import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';
import { queueEncryption } from './event-source-queue.ts';

/** A queue of failures for `npm run redrive`, kept for two weeks, with its URL as an output of the stack. */
class RetainedQueue extends Queue {
  constructor(scope: Construct, id: string, outputName: string, description: string, props: QueueProps) {
    super(scope, id, {
      ...props,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const output = new CfnOutput(this, 'Url', { value: this.queueUrl, description });
    output.overrideLogicalId(outputName);
  }
}

/** Messages that failed in every attempt. Redriving moves each back to the queue it came from. */
export class DeadLetterQueue extends RetainedQueue {
  constructor(scope: Construct, id: string, key: IKey | undefined) {
    super(scope, id, 'DeadLettersUrl', 'For npm run redrive: dead letters', queueEncryption(key));
  }
}

/** Events that failed in every attempt. They hold ids of runs and keys of objects. Redriving starts each again. */
export class FailureQueue extends RetainedQueue {
  constructor(scope: Construct, id: string) {
    super(scope, id, 'FailuresUrl', 'For npm run redrive: failed events', queueEncryption(undefined));
    suppress(this, 'failure-queue');
  }
}
