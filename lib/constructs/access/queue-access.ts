import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BucketNotificationDestinationType, type IBucketNotificationDestination } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Aws } from 'aws-cdk-lib/core';
import { allow, allowKeyVia } from './statements.ts';

/** What an event source mapping takes of the function's role, and what a function needs to ask for a later attempt. */
export const consumeStatements = ({ queueArn }: IQueue, key: IKey | undefined): PolicyStatement[] => [
  allow(
    'TakeWork',
    ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes', 'sqs:ChangeMessageVisibility'],
    [queueArn],
  ),
  ...allowKeyVia('sqs', key, ['kms:Decrypt']),
];

/** What a function needs to put work into a queue. */
export const sendStatements = ({ queueArn }: IQueue, key: IKey | undefined): PolicyStatement[] => [
  allow('SendWork', ['sqs:SendMessage'], [queueArn]),
  ...allowKeyVia('sqs', key, ['kms:Decrypt', 'kms:GenerateDataKey']),
];

/** A queue as the destination of notifications of one bucket: no other bucket and no other account may send to it. */
export const notificationDestination = (queue: IQueue): IBucketNotificationDestination => ({
  bind: (_scope, bucket) => {
    const { policyDependable } = queue.addToResourcePolicy(
      new PolicyStatement({
        sid: 'NotificationsOfTheBucket',
        effect: Effect.ALLOW,
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
      // S3 tries the destination when it is configured, and refuses one that it may not send to.
      dependencies: policyDependable ? [policyDependable] : [],
    };
  },
});
