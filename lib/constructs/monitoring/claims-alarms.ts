import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { ServiceFunction } from '../service-function.ts';
import { ServiceAlarms, type ServiceAlarmsProps } from './service-alarms.ts';
import { metricPeriod, serviceMetric } from './service-metrics.ts';

interface ClaimsAlarmsProps extends Omit<ServiceAlarmsProps, 'service'> {
  readonly failures: IQueue;
  readonly deadLetters: IQueue;
  /** Measures the age of the inbox. */
  readonly exchange: ServiceFunction;
  readonly signing: ServiceFunction;
  /** Whether files are exchanged with a clearinghouse by SFTP. */
  readonly visitsClearinghouse: boolean;
}

export class ClaimsAlarms extends ServiceAlarms {
  constructor(scope: Construct, id: string, props: ClaimsAlarmsProps) {
    const { failures, deadLetters, exchange, signing, visitsClearinghouse, ...shared } = props;
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
    this.add('AuditLog', 'The audit log does not verify; investigate this first', {
      metric: serviceMetric('claims', 'audit_verification_failures'),
      threshold: 1,
    });
    this.add(
      'InboxAge',
      'A file has been in the inbox for an hour; consider a higher backgroundConcurrency',
      {
        metric: serviceMetric('claims', 'inbox_age').with({ statistic: 'Maximum' }),
        threshold: 3600,
      },
    );
    this.addSilence('NoExchange', 'Files were not exchanged, nor the inbox measured, for half an hour', {
      function: exchange,
      periodMinutes: 15,
      periods: 2,
    });
    this.addSilence(
      'NoCheckpoint',
      'The audit log was not verified, and no checkpoint signed, for three hours',
      {
        function: signing,
        periodMinutes: 60,
        periods: 3,
      },
    );
    if (visitsClearinghouse) {
      this.add('Clearinghouse', 'The clearinghouse could not be reached three times in a row', {
        metric: serviceMetric('claims', 'clearinghouse_failures'),
        threshold: 1,
        evaluationPeriods: 3,
      });
    }
  }
}
