import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { sendStatements } from '../access/queue-access.ts';
import type { ServiceAlarms } from '../monitoring/service-alarms.ts';
import type { Graph } from '../monitoring/service-dashboard.ts';
import { accountThrottles, metricPeriod, serviceMetric } from '../monitoring/service-metrics.ts';
import { DeadLetterQueue, EventSourceQueue, FailureQueue } from '../queues/event-source-queue.ts';
import type { ServiceFunction } from '../service-function.ts';

/**
 * The queue of all workers: one event source, because Lambda polls each queue all the time, and runs at least two functions
 * for each. Most messages hold ids of work that the table holds. S3 and the providers of messages send the others.
 */
export class WorkQueues extends Construct {
  readonly work: IQueue;
  /** The variable by which functions find the queue. */
  readonly environment: { readonly WORK_QUEUE: string };
  readonly deadLetters: IQueue;
  readonly failures: IQueue;
  private readonly key: IKey | undefined;

  constructor(scope: Construct, id: string, { key }: { readonly key: IKey | undefined }) {
    super(scope, id);
    this.key = key;
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', key);
    this.failures = new FailureQueue(this, 'Failures');
    this.work = new EventSourceQueue(this, 'Queue', {
      functionName: 'commerce/dispatch-events',
      deadLetters: this.deadLetters,
      key,
    });
    this.environment = { WORK_QUEUE: this.work.queueUrl };
  }

  /** The permission to wake workers. */
  statements(): PolicyStatement[] {
    return sendStatements(this.work, this.key);
  }
}

export const pascalCase = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase());

const maximum = { ...metricPeriod(5), statistic: 'Maximum' };

export function addWorkAlarms(
  alarms: ServiceAlarms,
  { deadLetters, failures }: WorkQueues,
  finding: ServiceFunction,
): void {
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
  alarms.addSilence('NoWork', 'Nothing searched for due work and waiting events for ten minutes', {
    function: finding,
    periodMinutes: 5,
    periods: 2,
  });
  alarms.add('FunctionThrottles', 'Lambda throttled functions of this account; its concurrency is used up', {
    metric: accountThrottles(),
    threshold: 10,
  });
}

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
