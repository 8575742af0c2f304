import type { IKey } from 'aws-cdk-lib/aws-kms';
import { type IQueue, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { functionSettings } from '../../settings/settings.ts';

/** Throttled attempts count as receives, so the maximum is higher than that of asynchronous invocations (3). */
const maxReceives = 5;

/** SQS asks for six times the time-out of the function, so that no message is received twice while a run works. */
const visibilityFactor = 6;

interface WorkQueueProps {
  /** Function that takes the messages, e.g. `claims/ingest-file`. */
  readonly functionName: string;
  readonly deadLetters: IQueue;
  readonly key: IKey | undefined;
}

/** Messages that one function works on, as many at once as its event source mapping allows. */
export class EventSourceQueue extends Queue {
  constructor(scope: Construct, id: string, { functionName, deadLetters, key }: WorkQueueProps) {
    super(scope, id, {
      ...queueEncryption(key),
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(visibilityFactor * functionSettings(functionName).timeoutSeconds),
      // A dead letter keeps its age: the other queue has to keep messages for longer.
      retentionPeriod: Duration.days(7),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: maxReceives },
    });
  }
}

/** The customer's key where there is one, otherwise the key of SQS. */
export const queueEncryption = (key: IKey | undefined) =>
  key
    ? { encryption: QueueEncryption.KMS, encryptionMasterKey: key }
    : { encryption: QueueEncryption.SQS_MANAGED };
