import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Bucket, EventType } from 'aws-cdk-lib/aws-s3';
import {
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailSendingEvent,
  EventDestination,
} from 'aws-cdk-lib/aws-ses';
import { CfnConfigurationSet } from 'aws-cdk-lib/aws-smsvoice';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Aws, CfnOutput, Stack } from 'aws-cdk-lib/core';
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

interface MessageEventsProps {
  readonly queue: IQueue;
  readonly key: IKey | undefined;
  /** Channels that have a sender. Not every region has the service of each. */
  readonly channels: { readonly email: boolean; readonly sms: boolean };
}

/**
 * The way of events from the providers to the queue of `receive-message-events`: SES and AWS End User Messaging SMS publish
 * to one topic, which also takes the replies of two-way numbers. A channel without a sender has no resources.
 */
export class MessageEvents extends Construct {
  /** Names of the configuration sets; empty for a channel without a sender. */
  readonly emailSet: string;
  readonly smsSet: string;

  constructor(scope: Construct, id: string, { queue, key, channels }: MessageEventsProps) {
    super(scope, id);
    const topic = channels.email || channels.sms ? eventTopic(this, queue, key) : undefined;
    this.emailSet = topic && channels.email ? emailConfigurationSet(this, topic) : '';
    this.smsSet = topic && channels.sms ? smsConfigurationSet(this, topic) : '';
  }
}

function eventTopic(scope: Construct, queue: IQueue, key: IKey | undefined): Topic {
  const topic = new Topic(scope, 'Topic', {
    displayName: 'Granary message events',
    enforceSSL: true,
    ...(key && { masterKey: key }),
  });
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'ProvidersOfThisAccount',
      principals: ['ses', 'sms-voice'].map((service) => new ServicePrincipal(`${service}.amazonaws.com`)),
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  if (!key) suppress(topic, 'unencrypted-event-topic');
  topic.addSubscription(new SqsSubscription(queue, { rawMessageDelivery: true }));
  const output = new CfnOutput(scope, 'TopicArn', {
    value: topic.topicArn,
    description: 'SNS topic for the replies to a two-way phone number',
  });
  output.overrideLogicalId('MessageEventsTopicArn');
  return topic;
}

function emailConfigurationSet(scope: Construct, topic: Topic): string {
  const set = new ConfigurationSet(scope, 'Email', {
    tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    reputationMetrics: true,
  });
  set.addEventDestination('Events', {
    destination: EventDestination.snsTopic(topic),
    events: [
      EmailSendingEvent.SEND,
      EmailSendingEvent.DELIVERY,
      EmailSendingEvent.BOUNCE,
      EmailSendingEvent.COMPLAINT,
      EmailSendingEvent.REJECT,
    ],
  });
  return set.configurationSetName;
}

function smsConfigurationSet(scope: Construct, topic: Topic): string {
  const set = new CfnConfigurationSet(scope, 'Sms', {
    eventDestinations: [
      {
        eventDestinationName: 'events',
        enabled: true,
        matchingEventTypes: ['TEXT_ALL'],
        snsDestination: { topicArn: topic.topicArn },
      },
    ],
  });
  return set.ref;
}
