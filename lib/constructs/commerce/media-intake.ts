import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Bucket, EventType } from 'aws-cdk-lib/aws-s3';
import { NestedStack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { Worker } from '#contract/commerce/work.ts';
import { suppress } from '../../nag/suppressions.ts';
import { minConcurrency } from '../../settings/settings.ts';
import { consumeStatements, notificationDestination } from '../access/queue-access.ts';
import { type TableAndKey, tableStatements } from '../access/table-access.ts';
import { EventSourceQueue } from '../queues/event-source-queue.ts';
import { type FunctionEnvironment, ServiceFunction, type SharedFunctionProps } from '../service-function.ts';
import type { WorkQueues } from './work-queues.ts';

interface MediaIntakeProps extends SharedFunctionProps {
  readonly table: TableAndKey['table'];
  readonly bucketName: string;
  readonly environment: FunctionEnvironment;
  readonly queues: WorkQueues;
}

const processing: readonly Worker[] = ['process-uploads', 'process-images'];

/** Schedules the processing of files that callers have uploaded by a link. */
export class MediaIntake extends NestedStack {
  constructor(scope: Construct, id: string, props: MediaIntakeProps) {
    super(scope, id, { description: 'Granary: uploads of products' });
    const { bundles, key, table, bucketName, environment, queues } = props;
    const functionName = 'commerce/receive-upload';
    const { deadLetters, failures } = queues;
    const queue = new EventSourceQueue(this, 'UploadQueue', { functionName, deadLetters, key });
    const made = new ServiceFunction(this, 'ReceiveUpload', {
      bundles,
      key,
      name: functionName,
      description: 'Schedules the processing of uploaded files',
      environment: { ...environment, WORK_QUEUE: queue.queueUrl, ...queues.variables(processing) },
      statements: [
        ...tableStatements({ data: 'read', updates: ['work'] }, { table, key }),
        ...consumeStatements(queue, key),
        ...queues.statements(processing),
      ],
      failures: { queue: failures, retries: 2 },
    });
    new EventSourceMapping(made, 'Work', {
      target: made.function,
      eventSourceArn: queue.queueArn,
      batchSize: 1,
      maxConcurrency: minConcurrency,
    });
    // Imported by name, because notifications on the bucket's own construct would make the Data stack depend on this one.
    const bucket = Bucket.fromBucketName(this, 'MediaBucket', bucketName);
    for (const prefix of ['product-imports/', 'product-uploads/']) {
      bucket.addEventNotification(EventType.OBJECT_CREATED, notificationDestination(queue), { prefix });
    }
    suppress(bucket, 'notifications-policy');
    const handler = this.node.children.find(({ node }) => node.id.startsWith('BucketNotificationsHandler'));
    if (handler) suppress(handler, 'notifications-handler');
  }
}
