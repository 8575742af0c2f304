import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type Worker, workers } from '#contract/commerce/work.ts';
import { queueVariable } from '#contract/environment.ts';
import { sendStatements } from '../access/queue-access.ts';
import type { ServiceAlarms } from '../monitoring/service-alarms.ts';
import type { Graph } from '../monitoring/service-dashboard.ts';
import { metricPeriod, serviceMetric } from '../monitoring/service-metrics.ts';
import { DeadLetterQueue, EventSourceQueue, FailureQueue } from '../queues/event-source-queue.ts';

/** One queue for each worker. Their messages hold ids, and the table holds the work, so a lost message loses nothing. */
export class WorkQueues extends Construct {
  readonly deadLetters: IQueue;
  readonly failures: IQueue;
  private readonly key: IKey | undefined;
  private readonly byWorker: ReadonlyMap<Worker, IQueue>;

  constructor(scope: Construct, id: string, { key }: { readonly key: IKey | undefined }) {
    super(scope, id);
    this.key = key;
    this.deadLetters = new DeadLetterQueue(this, 'DeadLetters', key);
    this.failures = new FailureQueue(this, 'Failures');
    this.byWorker = new Map(
      workers.map((worker) => [
        worker,
        new EventSourceQueue(this, `${pascalCase(worker)}Queue`, {
          functionName: `commerce/${worker}`,
          deadLetters: this.deadLetters,
          key,
        }),
      ]),
    );
  }

  of(worker: Worker): IQueue {
    const queue = this.byWorker.get(worker);
    if (queue === undefined) throw new Error(`There is no queue of ${worker}`);
    return queue;
  }

  /** The variables by which a function finds the queues of these workers. */
  variables(woken: readonly Worker[]): Readonly<Record<string, string>> {
    return Object.fromEntries(woken.map((worker) => [queueVariable(worker), this.of(worker).queueUrl]));
  }

  /** The permissions to wake these workers. */
  statements(woken: readonly Worker[]): PolicyStatement[] {
    return woken.flatMap((worker) => sendStatements(this.of(worker), this.key, `Wake${pascalCase(worker)}`));
  }
}

export const pascalCase = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase());

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
