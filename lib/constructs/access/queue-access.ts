import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BucketNotificationDestinationType, type IBucketNotificationDestination } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Aws } from 'aws-cdk-lib/core';
import { allow, allowKeyVia } from './statements.ts';

/** Allows Lambda to deliver messages of the queue, and the function to request a later attempt. */
export const consumeStatements = ({ queueArn }: IQueue, key: IKey | undefined): PolicyStatement[] => [
  allow(
    'TakeWork',
    ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
    [queueArn],
  ),
  ...allowKeyVia('sqs', key, ['kms:Decrypt']),
];

export const sendStatements = (
  { queueArn }: IQueue,
  key: IKey | undefined,
  sid = 'SendWork',
): PolicyStatement[] => [
  allow(sid, ['sqs:SendMessage'], [queueArn]),
  ...allowKeyVia('sqs', key, ['kms:Decrypt', 'kms:GenerateDataKey']),
];

/** The queue as a destination of bucket notifications. No other bucket and no other account can send to it. */
export const notificationDestination = (queue: IQueue): IBucketNotificationDestination => ({
  bind: (_scope, bucket) => {
    const { policyDependable } = queue.addToResourcePolicy(
      new PolicyStatement({
        sid: 'NotificationsOfTheBucket',
        principals: [new ServicePrincipal('s3.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: {
          ArnEquals: { 'aws:SourceArn': bucket.bucketRef.bucketArn },
          StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID },
        },
      }),
    );
    return {
      type: BucketNotificationDestinationType.QUEUE,
      arn: queue.queueArn,
      // S3 sends a test message when notifications are configured, so the permission must exist by then.
      dependencies: policyDependable ? [policyDependable] : [],
    };
  },
});
