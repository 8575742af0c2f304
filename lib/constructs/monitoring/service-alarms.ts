import type { RestApiBase } from 'aws-cdk-lib/aws-apigateway';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Aws, CfnOutput } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { suppress } from '../../nag/suppressions.ts';
import type { ServiceFunction } from '../service-function.ts';
import { metricPeriod, type Service, throttledRequests, type WatchedTable } from './service-metrics.ts';

export interface ServiceAlarmsProps {
  readonly service: Service;
  readonly api: RestApiBase;
  readonly tables: readonly WatchedTable[];
  /** Mailbox of the operator; empty for none. */
  readonly email: string;
  readonly key: IKey | undefined;
}

interface Silence {
  readonly function: ServiceFunction;
  readonly periodMinutes: number;
  /** Consecutive periods without a run. */
  readonly periods: number;
}

interface Condition {
  readonly metric: IMetric;
  readonly threshold: number;
  /** Consecutive periods that must reach the threshold; 1 if absent. */
  readonly evaluationPeriods?: number;
}

/**
 * The alarms that every service has and their topic. A service adds its own alarms.
 *
 * AWS bills each metric of an alarm, so there is one alarm for each way in which a failure shows: to a caller, in a queue of
 * what failed, as something that waits, and as silence. `npm run cost` has their price.
 */
export class ServiceAlarms extends Construct {
  private readonly topic: Topic;
  private readonly added: Alarm[] = [];

  constructor(scope: Construct, id: string, { service, api, tables, email, key }: ServiceAlarmsProps) {
    super(scope, id);
    this.topic = createTopic(this, service, key);
    if (email !== '') this.topic.addSubscription(new EmailSubscription(email));
    const output = new CfnOutput(this, 'TopicArn', {
      value: this.topic.topicArn,
      description: 'SNS topic of the alarms',
    });
    output.overrideLogicalId('AlarmsTopicArn');

    this.add('ServerErrors', 'The API responded with 5xx', {
      metric: api.metricServerError({ ...metricPeriod(5), statistic: 'Sum' }),
      threshold: 5,
    });
    this.add('Latency', 'One request in a hundred takes longer than 5 seconds', {
      metric: api.metricLatency({ ...metricPeriod(5), statistic: 'p99' }),
      threshold: 5000,
      evaluationPeriods: 3,
    });
    this.add('TableThrottles', 'DynamoDB throttled requests to a table or an index', {
      metric: throttledRequests(tables),
      threshold: 10,
    });
  }

  get all(): readonly Alarm[] {
    return this.added;
  }

  /** Adds an alarm that notifies the topic when it starts and when it ends. */
  add(id: string, alarmDescription: string, { evaluationPeriods = 1, ...condition }: Condition): void {
    this.notifyOf(
      new Alarm(this, id, {
        alarmDescription,
        comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
        treatMissingData: TreatMissingData.NOT_BREACHING,
        evaluationPeriods,
        ...condition,
      }),
    );
  }

  /**
   * Adds an alarm that starts when a scheduled function has not run for this time, because then what it measures does not show
   * either. Lambda counts only invocations that took place, so missing data means that there were none.
   */
  addSilence(id: string, alarmDescription: string, silent: Silence): void {
    const { function: one, periodMinutes, periods } = silent;
    this.notifyOf(
      new Alarm(this, id, {
        alarmDescription,
        metric: one.function.metricInvocations({ ...metricPeriod(periodMinutes), statistic: 'Sum' }),
        threshold: 1,
        comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: TreatMissingData.BREACHING,
        evaluationPeriods: periods,
      }),
    );
  }

  private notifyOf(alarm: Alarm): void {
    alarm.addAlarmAction(new SnsAction(this.topic));
    alarm.addOkAction(new SnsAction(this.topic));
    this.added.push(alarm);
  }
}

function createTopic(scope: Construct, service: Service, key: IKey | undefined): Topic {
  const topic = new Topic(scope, 'Topic', {
    displayName: `Granary ${service}`,
    enforceSSL: true,
    ...(key && { masterKey: key }),
  });
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmsOfThisAccount',
      effect: Effect.ALLOW,
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
    }),
  );
  if (!key) suppress(topic, 'unencrypted-topic');
  return topic;
}
