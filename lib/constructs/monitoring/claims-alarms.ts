import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';
import { ServiceAlarms, type ServiceAlarmsProps } from './service-alarms.ts';
import { metricPeriod, serviceMetric, sumOf } from './service-metrics.ts';

interface ClaimsAlarmsProps extends Omit<ServiceAlarmsProps, 'service'> {
  readonly failures: IQueue;
  /** Messages of work queues that failed in every attempt. */
  readonly deadLetters: IQueue;
  /** Files that wait for their turn. */
  readonly inbox: IQueue;
  /** Functions in the background, up to ten: no caller sees them fail. */
  readonly functions: readonly ServiceFunction[];
}

/** What an operator of the claims service has to know of. */
export class ClaimsAlarms extends ServiceAlarms {
  constructor(scope: Construct, id: string, props: ClaimsAlarmsProps) {
    const { failures, deadLetters, inbox, functions, ...shared } = props;
    super(scope, id, { ...shared, service: 'claims' });
    this.add('DeadLetters', 'Work failed in all attempts; npm run redrive starts it again', {
      metric: failures.metricApproximateNumberOfMessagesVisible({ ...metricPeriod(5), statistic: 'Maximum' }),
      threshold: 1,
    });
    this.add('DeadMessages', 'Queued work failed in every attempt; npm run redrive puts it back', {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        ...metricPeriod(5),
        statistic: 'Maximum',
      }),
      threshold: 1,
    });
    this.add('InboxBacklog', 'A file has waited an hour for its turn; consider a higher inboxConcurrency', {
      metric: inbox.metricApproximateAgeOfOldestMessage({ ...metricPeriod(5), statistic: 'Maximum' }),
      threshold: 3600,
    });
    this.add('AuditLog', 'The audit log does not verify: look at it before anything else', {
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
    this.add('BackgroundErrors', 'Functions in the background failed three times within an hour', {
      metric: sumOf(
        'errors',
        functions.map(({ function: one }) => one.metricErrors({ statistic: 'Sum' })),
        60,
      ),
      threshold: 3,
    });
  }
}
