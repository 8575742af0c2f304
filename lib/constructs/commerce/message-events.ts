import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
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
import { Aws, CfnOutput } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';

interface MessageEventsProps {
  readonly queue: IQueue;
  readonly key: IKey | undefined;
}

/**
 * The way of events from the providers to the queue of `receive-message-events`: SES and AWS End User Messaging SMS publish
 * to one topic, which also takes the replies of two-way numbers.
 */
export class MessageEvents extends Construct {
  readonly emailSet: string;
  readonly smsSet: string;

  constructor(scope: Construct, id: string, { queue, key }: MessageEventsProps) {
    super(scope, id);
    const topic = new Topic(this, 'Topic', {
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
    const output = new CfnOutput(this, 'TopicArn', {
      value: topic.topicArn,
      description: 'SNS topic for the replies to a two-way phone number',
    });
    output.overrideLogicalId('MessageEventsTopicArn');

    const emailSet = new ConfigurationSet(this, 'Email', {
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
    });
    emailSet.addEventDestination('Events', {
      destination: EventDestination.snsTopic(topic),
      events: [
        EmailSendingEvent.SEND,
        EmailSendingEvent.DELIVERY,
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.REJECT,
      ],
    });
    const smsSet = new CfnConfigurationSet(this, 'Sms', {
      eventDestinations: [
        {
          eventDestinationName: 'events',
          enabled: true,
          matchingEventTypes: ['TEXT_ALL'],
          snsDestination: { topicArn: topic.topicArn },
        },
      ],
    });
    this.emailSet = emailSet.configurationSetName;
    this.smsSet = smsSet.ref;
  }
}
