import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Bucket, EventType } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { RunFunctionsEnvironment } from '#contract/environment.ts';
import { suppress, suppressNotificationsHandler } from '../../nag/suppressions.ts';
import type { Concurrency } from '../../settings/settings.ts';
import { notificationDestination } from '../access/queue-access.ts';
import { allow } from '../access/statements.ts';
import { EventSourceQueue } from '../queues/event-source-queue.ts';
import type { ServiceFunction } from '../service-function.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

interface QueueProps {
  readonly deadLetters: IQueue;
  readonly key: IKey | undefined;
}

interface IntakeProps extends QueueProps {
  readonly x12Bucket: Pick<Bucket, 'bucketName'>;
  readonly concurrency: Concurrency;
  readonly testPayer: boolean;
  /** Functions of the runs whose messages come through the inbox queue. */
  readonly runs: { readonly audit: ServiceFunction; readonly bulk: ServiceFunction };
}

/**
 * The inbox queue, which takes the files of the inbox and the messages of runs: one event source, because Lambda polls each
 * queue all the time, and runs at least two functions for each.
 */
export class ClaimsIntake extends Construct {
  readonly inbox: IQueue;

  constructor(scope: Construct, id: string, { deadLetters, key }: QueueProps) {
    super(scope, id);
    const functionName = 'claims/ingest-file';
    this.inbox = new EventSourceQueue(this, 'InboxQueue', { functionName, deadLetters, key });
  }

  /**
   * Adds the function that processes files and passes on runs and, if the settings include the test payer, the one that
   * responds to staged files.
   */
  addFunctions(functions: ClaimsFunctions, props: IntakeProps): void {
    const { x12Bucket, concurrency, testPayer, runs } = props;
    // Imported by name, because notifications on the bucket's own construct would make the Data stack depend on this one.
    const bucket = Bucket.fromBucketName(this, 'X12Bucket', x12Bucket.bucketName);
    const called = {
      AUDIT_RUN_FUNCTION: runs.audit.function.functionArn,
      BULK_RUN_FUNCTION: runs.bulk.function.functionArn,
    } satisfies RunFunctionsEnvironment;
    functions.inBackground(this, 'IngestFile', {
      name: 'ingest-file',
      description: 'Applies files of the inbox, and passes on runs',
      work: { queue: this.inbox, maxConcurrency: concurrency.inbox },
      continuesBy: this.inbox,
      own: {
        environment: called,
        statements: [allow('PassRuns', ['lambda:InvokeFunction'], Object.values(called))],
      },
    });
    bucket.addEventNotification(EventType.OBJECT_CREATED, notificationDestination(this.inbox), {
      prefix: 'inbox/',
    });
    if (testPayer) this.addTestPayer(functions, bucket, props);
    suppress(bucket, 'notifications-policy');
    suppressNotificationsHandler(Stack.of(this));
  }

  private addTestPayer(
    functions: ClaimsFunctions,
    bucket: ReturnType<typeof Bucket.fromBucketName>,
    { deadLetters, key, concurrency }: IntakeProps,
  ): void {
    const staging = new EventSourceQueue(this, 'StagingQueue', {
      ...{ functionName: 'claims/answer-as-payer', deadLetters, key },
      // The test payer waits for the end of a submission, which may be interrupted, and its resumption too.
      receives: 20,
    });
    functions.inBackground(this, 'AnswerAsPayer', {
      name: 'answer-as-payer',
      description: 'Test payer: responds to staged files',
      work: { queue: staging, maxConcurrency: concurrency.testPayer },
    });
    bucket.addEventNotification(EventType.OBJECT_CREATED, notificationDestination(staging), {
      prefix: 'staging/',
    });
  }
}
