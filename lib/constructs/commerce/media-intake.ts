import { Bucket, EventType } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { suppress, suppressNotificationsHandler } from '../../nag/suppressions.ts';
import { notificationDestination } from '../access/queue-access.ts';

interface MediaIntakeProps {
  readonly bucketName: string;
  readonly queue: IQueue;
}

/** Announces files that callers have uploaded by a link in the queue of the workers. */
export class MediaIntake extends Construct {
  constructor(scope: Construct, id: string, { bucketName, queue }: MediaIntakeProps) {
    super(scope, id);
    // Imported by name, because notifications on the bucket's own construct would make the Data stack depend on this one.
    const bucket = Bucket.fromBucketName(this, 'MediaBucket', bucketName);
    for (const prefix of ['product-imports/', 'product-uploads/']) {
      bucket.addEventNotification(EventType.OBJECT_CREATED, notificationDestination(queue), { prefix });
    }
    suppress(bucket, 'notifications-policy');
    suppressNotificationsHandler(Stack.of(this));
  }
}
