import { Bucket, EventType } from 'aws-cdk-lib/aws-s3';
import { LambdaDestination } from 'aws-cdk-lib/aws-s3-notifications';
import { Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledgements.ts';
import type { ClaimsFunctions } from './claims-functions.ts';
import type { ServiceFunction } from './service-function.ts';

/** What happens to objects of the X12 bucket by themselves: the inbox is emptied and, where told so, answers come. */
export class ClaimsIntake extends Construct {
  readonly ingest: ServiceFunction;

  constructor(
    scope: Construct,
    id: string,
    functions: ClaimsFunctions,
    options: { readonly x12Bucket: Pick<Bucket, 'bucketName'>; readonly testPayer: boolean },
  ) {
    super(scope, id);
    // By its name alone: the bucket's own construct would make the stack of what survives refer to this one.
    const bucket = Bucket.fromBucketName(this, 'X12Bucket', options.x12Bucket.bucketName);
    this.ingest = functions.inBackground(this, 'IngestFile', {
      name: 'claims/ingest-file',
      description: 'Applies what was dropped into the inbox',
      data: 'write',
      deletes: ['awaited-payments'],
      uses: ['audit-append', 'files'],
      carriesOn: true,
    });
    bucket.addEventNotification(EventType.OBJECT_CREATED, new LambdaDestination(this.ingest.function), {
      prefix: 'inbox/',
    });
    if (options.testPayer) {
      const answering = functions.inBackground(this, 'AnswerAsPayer', {
        name: 'claims/answer-as-payer',
        description: 'Test payer: answers what is staged',
        data: 'write',
        uses: ['staged-answers'],
      });
      bucket.addEventNotification(EventType.OBJECT_CREATED, new LambdaDestination(answering.function), {
        prefix: 'staging/',
      });
    }
    acknowledge(bucket, 'notifications-policy');
    acknowledgeNotificationsHandler(Stack.of(this));
  }
}

/** The CDK sets notifications of a bucket by a function of its own. */
function acknowledgeNotificationsHandler(stack: Stack): void {
  const handler = stack.node.children.find(({ node }) => node.id.startsWith('BucketNotificationsHandler'));
  if (handler) acknowledge(handler, 'notifications-handler');
}
