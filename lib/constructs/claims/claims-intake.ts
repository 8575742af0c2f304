import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Bucket, EventType } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';
import { minConcurrency } from '../../settings/settings.ts';
import { notificationDestination } from '../access/queue-access.ts';
import { EventSourceQueue } from '../queues/event-source-queue.ts';
import type { ServiceFunction } from '../service-function.ts';
import type { ClaimsFunctions } from './claims-functions.ts';

interface ClaimsIntakeOptions {
  readonly x12Bucket: Pick<Bucket, 'bucketName'>;
  readonly deadLetters: IQueue;
  readonly key: IKey | undefined;
  readonly inboxConcurrency: number;
  readonly testPayer: boolean;
}

/**
 * Processes files of the inbox and, if the settings include the test payer, responds to staged files. A queue between
 * the bucket and each function limits the executions that many files take at once.
 */
export class ClaimsIntake extends Construct {
  readonly ingest: ServiceFunction;
  readonly inbox: IQueue;

  constructor(scope: Construct, id: string, functions: ClaimsFunctions, options: ClaimsIntakeOptions) {
    super(scope, id);
    const { x12Bucket, deadLetters, key, inboxConcurrency, testPayer } = options;
    // Imported by name, because notifications on the bucket's own construct would make the Data stack depend on this one.
    const bucket = Bucket.fromBucketName(this, 'X12Bucket', x12Bucket.bucketName);
    const functionName = 'claims/ingest-file';
    this.inbox = new EventSourceQueue(this, 'InboxQueue', { functionName, deadLetters, key });
    this.ingest = functions.inBackground(this, 'IngestFile', {
      name: 'ingest-file',
      description: 'Applies files of the inbox',
      work: { queue: this.inbox, maxConcurrency: inboxConcurrency },
      continues: true,
    });
    bucket.addEventNotification(EventType.OBJECT_CREATED, notificationDestination(this.inbox), {
      prefix: 'inbox/',
    });
    if (testPayer) {
      const staging = new EventSourceQueue(this, 'StagingQueue', {
        ...{ functionName: 'claims/answer-as-payer', deadLetters, key },
        // The test payer waits for the end of a submission, which may be interrupted, and its resumption too.
        receives: 20,
      });
      functions.inBackground(this, 'AnswerAsPayer', {
        name: 'answer-as-payer',
        description: 'Test payer: responds to staged files',
        work: { queue: staging, maxConcurrency: minConcurrency },
      });
      bucket.addEventNotification(EventType.OBJECT_CREATED, notificationDestination(staging), {
        prefix: 'staging/',
      });
    }
    suppress(bucket, 'notifications-policy');
    suppressNotificationsHandler(Stack.of(this));
  }
}

/** Suppresses findings about the function of the CDK that sets the notifications of a bucket. */
function suppressNotificationsHandler(stack: Stack): void {
  const handler = stack.node.children.find(({ node }) => node.id.startsWith('BucketNotificationsHandler'));
  if (handler) suppress(handler, 'notifications-handler');
}
