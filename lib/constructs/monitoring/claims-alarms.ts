import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';
import { ServiceAlarms, type ServiceAlarmsProps } from './service-alarms.ts';
import { metricPeriod, serviceMetric, sumOf } from './service-metrics.ts';

interface ClaimsAlarmsProps extends Omit<ServiceAlarmsProps, 'service'> {
  readonly failures: IQueue;
  readonly deadLetters: IQueue;
  readonly inbox: IQueue;
  /** Background functions, at most ten. No caller sees their failures. */
  readonly functions: readonly ServiceFunction[];
}

export class ClaimsAlarms extends ServiceAlarms {
  constructor(scope: Construct, id: string, props: ClaimsAlarmsProps) {
    const { failures, deadLetters, inbox, functions, ...shared } = props;
    super(scope, id, { ...shared, service: 'claims' });
    const maximum = { ...metricPeriod(5), statistic: 'Maximum' };
    this.add('DeadLetters', 'Events failed in every attempt; run npm run redrive', {
      metric: failures.metricApproximateNumberOfMessagesVisible(maximum),
      threshold: 1,
    });
    this.add('DeadMessages', 'Queued messages failed in every attempt; run npm run redrive', {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible(maximum),
      threshold: 1,
    });
    this.add('InboxBacklog', 'A file has waited an hour for processing; consider a higher inboxConcurrency', {
      metric: inbox.metricApproximateAgeOfOldestMessage(maximum),
      threshold: 3600,
    });
    this.add('AuditLog', 'The audit log does not verify; investigate this first', {
      metric: serviceMetric('claims', 'audit_verification_failures'),
      threshold: 1,
    });
    this.add('InboxAge', 'A file has been in the inbox for an hour', {
      metric: serviceMetric('claims', 'inbox_age').with({ statistic: 'Maximum' }),
      threshold: 3600,
    });
    this.add('Clearinghouse', 'The clearinghouse could not be reached three times in a row', {
      metric: serviceMetric('claims', 'clearinghouse_failures'),
      threshold: 1,
      evaluationPeriods: 3,
    });
    this.add('BackgroundErrors', 'Background functions failed three times within an hour', {
      metric: sumOf(
        'errors',
        functions.map(({ function: one }) => one.metricErrors({ statistic: 'Sum' })),
        60,
      ),
      threshold: 3,
    });
  }
}
