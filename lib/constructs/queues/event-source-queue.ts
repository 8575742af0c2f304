import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type IQueue, Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { CfnOutput, Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';
import { functionSettings } from '../../settings/settings.ts';

/** Higher than the 3 attempts of an asynchronous invocation, because throttled attempts count as receives. */
const maxReceives = 5;

/**
 * AWS recommends six times the function's time-out, so that no message is received twice during a run. It applies to messages
 * that no run has begun; a run hides its message for a shorter time (shared/events/queue-messages.ts).
 */
const visibilityFactor = 6;

interface WorkQueueProps {
  /** Function that receives the messages, such as `claims/ingest-file`. */
  readonly functionName: string;
  readonly deadLetters: IQueue;
  readonly key: IKey | undefined;
  /** Receives of a message before it becomes a dead letter; 5 by default. */
  readonly receives?: number;
}

export class EventSourceQueue extends Queue {
  constructor(
    scope: Construct,
    id: string,
    { functionName, deadLetters, key, receives = maxReceives }: WorkQueueProps,
  ) {
    super(scope, id, {
      ...queueEncryption(key),
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(visibilityFactor * functionSettings(functionName).timeoutSeconds),
      // A dead letter keeps its age, so this must be shorter than the retention of the dead-letter queue.
      retentionPeriod: Duration.days(7),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: receives },
    });
  }
}

/** Encrypts with the customer-managed key if there is one, otherwise with a key of SQS. */
const queueEncryption = (key: IKey | undefined) =>
  key
    ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
    : { encryption: QueueEncryption.SQS_MANAGED };

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
