import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { ServiceFunction } from '../service-function.ts';
import type { Graph } from './service-dashboard.ts';
import { metricPeriod, serviceMetric } from './service-metrics.ts';

interface ClaimsGraphsProps {
  readonly queues: readonly { readonly label: string; readonly queue: IQueue }[];
  readonly signing: ServiceFunction;
}

export function claimsGraphs({ queues, signing }: ClaimsGraphsProps): readonly (readonly Graph[])[] {
  const count = (metric: string, label: string) => serviceMetric('claims', metric, label);
  const maximum = (metric: string, label: string) => count(metric, label).with({ statistic: 'Maximum' });
  const run = { ...metricPeriod(5), statistic: 'Sum' };
  return [
    [
      {
        title: 'Files',
        left: [
          count('files_applied', 'applied'),
          count('files_partly_applied', 'partly applied'),
          count('files_quarantined', 'quarantined'),
          count('files_duplicate', 'duplicate'),
        ],
      },
      {
        title: 'Waiting in queues',
        left: queues.map(({ label, queue }) =>
          queue.metricApproximateNumberOfMessagesVisible({ ...metricPeriod(5), statistic: 'Maximum', label }),
        ),
      },
      {
        title: 'Oldest (s)',
        left: [
          maximum('inbox_age', 'file in the inbox'),
          ...queues.map(({ label, queue }) =>
            queue.metricApproximateAgeOfOldestMessage({ ...metricPeriod(5), statistic: 'Maximum', label }),
          ),
        ],
      },
    ],
    [
      {
        title: 'Audit log',
        left: [
          count('audit_checkpoints_signed', 'checkpoints signed'),
          count('audit_verification_failures', 'verification failures'),
          signing.function.metricInvocations({ ...run, label: 'runs of SignCheckpoint' }),
        ],
      },
      {
        title: 'Clearinghouse',
        left: [
          count('responses_taken', 'responses taken'),
          count('responses_passed_over', 'responses passed over'),
          count('clearinghouse_failures', 'visits that failed'),
        ],
      },
      { title: 'Overdue', left: [count('claims_overdue', 'claims that became overdue')] },
    ],
  ];
}
