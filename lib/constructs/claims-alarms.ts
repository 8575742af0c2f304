import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Aws, CfnOutput, Duration } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledgements.ts';
import type { ServiceFunction } from './service-function.ts';

interface ClaimsAlarmsProps {
  readonly api: RestApi;
  readonly failures: IQueue;
  /** Messages of work queues that failed in every attempt. */
  readonly deadLetters: IQueue;
  /** Files that wait for their turn. */
  readonly inbox: IQueue;
  /** Functions that nobody waits for: nobody else would see them fail. */
  readonly functions: readonly ServiceFunction[];
  /** Mailbox to tell; empty for none. */
  readonly email: string;
  readonly key: IKey | undefined;
}

const minutes = (count: number) => ({ period: Duration.minutes(count) });

/** What an operator of the claims service has to know of, and a topic that tells of it. */
export class ClaimsAlarms extends Construct {
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, props: ClaimsAlarmsProps) {
    const { api, failures, deadLetters, inbox, functions, email, key } = props;
    super(scope, id);
    this.topic = new Topic(this, 'Topic', {
      displayName: 'Granary claims',
      enforceSSL: true,
      ...(key && { masterKey: key }),
    });
    this.topic.addToResourcePolicy(publishing(this.topic));
    if (!key) acknowledge(this.topic, 'unencrypted-topic');
    if (email !== '') this.topic.addSubscription(new EmailSubscription(email));
    const output = new CfnOutput(this, 'TopicArn', {
      value: this.topic.topicArn,
      description: 'Where alarms are told',
    });
    output.overrideLogicalId('AlarmsTopicArn');

    this.alarm('DeadLetters', 'Work failed in all attempts; npm run redrive starts it again', {
      metric: failures.metricApproximateNumberOfMessagesVisible({ ...minutes(5), statistic: 'Maximum' }),
      threshold: 1,
    });
    this.alarm('DeadMessages', 'Queued work failed in every attempt; npm run redrive puts it back', {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({ ...minutes(5), statistic: 'Maximum' }),
      threshold: 1,
    });
    this.alarm('InboxBacklog', 'A file has waited an hour for its turn; consider a higher inboxConcurrency', {
      metric: inbox.metricApproximateAgeOfOldestMessage({ ...minutes(5), statistic: 'Maximum' }),
      threshold: 3600,
    });
    this.alarm('AuditLog', 'The audit log does not verify: look at it before anything else', {
      metric: counted('audit_verification_failures'),
      threshold: 1,
    });
    this.alarm('InboxAge', 'A file has been in the inbox for an hour', {
      metric: counted('inbox_age').with({ statistic: 'Maximum' }),
      threshold: 3600,
    });
    this.alarm('Clearinghouse', 'The clearinghouse could not be reached three times in a row', {
      metric: counted('clearinghouse_failures'),
      threshold: 1,
      evaluationPeriods: 3,
    });
    this.alarm('ServerErrors', 'The API answered 5xx', {
      metric: api.metricServerError({ ...minutes(5), statistic: 'Sum' }),
      threshold: 5,
    });
    this.alarm('Latency', 'One request of a hundred takes longer than 5 seconds', {
      metric: api.metricLatency({ ...minutes(5), statistic: 'p99' }),
      threshold: 5000,
      evaluationPeriods: 3,
    });
    for (const { node, function: one } of functions) {
      this.alarm(`${node.id}Errors`, `${node.id} failed three times within 15 minutes`, {
        metric: one.metricErrors(minutes(15)),
        threshold: 3,
      });
    }
  }

  private alarm(
    id: string,
    alarmDescription: string,
    { evaluationPeriods = 1, ...rest }: { metric: IMetric } & Partial<AlarmProps> & { threshold: number },
  ): void {
    const alarm = new Alarm(this, id, {
      alarmDescription,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      evaluationPeriods,
      ...rest,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
  }
}

/** A metric that functions of the claims service write themselves. */
const counted = (metricName: string) =>
  new Metric({
    namespace: 'Granary',
    metricName,
    dimensionsMap: { service: 'claims' },
    statistic: 'Sum',
    ...minutes(5),
  });

const publishing = (topic: Topic) =>
  new PolicyStatement({
    sid: 'AlarmsOfThisAccount',
    effect: Effect.ALLOW,
    principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
    actions: ['sns:Publish'],
    resources: [topic.topicArn],
    conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
  });
