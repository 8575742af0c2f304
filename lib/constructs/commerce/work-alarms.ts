import type { ServiceAlarms } from '../monitoring/service-alarms.ts';
import type { Graph } from '../monitoring/service-dashboard.ts';
import { metricPeriod, serviceMetric } from '../monitoring/service-metrics.ts';
import type { WorkQueues } from './work-queues.ts';

const maximum = { ...metricPeriod(5), statistic: 'Maximum' };

export function addWorkAlarms(alarms: ServiceAlarms, { deadLetters, failures }: WorkQueues): void {
  alarms.add('DeadMessages', 'Queued messages failed in every attempt; run npm run redrive', {
    metric: deadLetters.metricApproximateNumberOfMessagesVisible(maximum),
    threshold: 1,
  });
  alarms.add('FailedEvents', 'The search for due work failed; its log has the cause', {
    metric: failures.metricApproximateNumberOfMessagesVisible(maximum),
    threshold: 1,
  });
  alarms.add('WorkFailures', 'Background work fails and runs again; the log names its kind and cause', {
    metric: serviceMetric('commerce', 'work_failures'),
    threshold: 5,
    evaluationPeriods: 3,
  });
  alarms.add('OutboxAge', 'An event has waited ten minutes for its consumers', {
    metric: outboxAge().with({ statistic: 'Maximum' }),
    threshold: 600,
  });
}

/** The function that measures it runs on a schedule, so no data means that nothing ran. */
const outboxAge = () => serviceMetric('commerce', 'outbox_age', 'oldest event (s)');

export const workGraphs: readonly Graph[] = [
  {
    title: 'Background work',
    left: [
      serviceMetric('commerce', 'work_found', 'found by schedule'),
      serviceMetric('commerce', 'work_failures', 'failures of work'),
      serviceMetric('commerce', 'event_failures', 'failures of consumers'),
    ],
    right: [outboxAge().with({ statistic: 'Maximum' })],
  },
];
