import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Duration, NestedStack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { type Worker, workers } from '#contract/commerce/work.ts';
import { functionVariable } from '#contract/environment.ts';
import { brandRecords } from '#contract/partitions.ts';
import { suppress } from '../../nag/suppressions.ts';
import { type MediaGrant, suppressForMedia } from '../access/media-access.ts';
import { consumeStatements } from '../access/queue-access.ts';
import { allow } from '../access/statements.ts';
import { type TableAndKey, type TableNeeds, tableStatements } from '../access/table-access.ts';
import { type FunctionEnvironment, ServiceFunction, type SharedFunctionProps } from '../service-function.ts';
import { pascalCase, type WorkQueues } from './work-queues.ts';

interface WorkFunctionsProps extends SharedFunctionProps {
  readonly table: TableAndKey['table'];
  readonly environment: FunctionEnvironment;
  readonly queues: WorkQueues;
  /** Messages in progress at a time. */
  readonly concurrency: number;
  /** Variables and permissions of single workers. */
  readonly own: { readonly [W in Worker]?: OwnNeeds };
}

interface OwnNeeds {
  /** The stack of the usage plans that the statements name; the nested stack of the workers if absent. */
  readonly scope?: Construct;
  readonly environment: Readonly<Record<string, unknown>>;
  readonly statements: readonly PolicyStatement[];
  readonly managesGatewayKeys?: true;
  readonly removesGatewayKeys?: true;
  /** Uses of the media bucket among the statements. */
  readonly media?: readonly MediaGrant[];
}

/** Needs of a worker: those of all its handlers. */
interface WorkerNeeds extends Omit<TableNeeds, 'data' | 'limiter' | 'recordsActivity' | 'spares'> {
  readonly description: string;
  /** Silences addresses, or ends their silence. */
  readonly silences?: true;
}

export const workerNeeds: Readonly<Record<Worker, WorkerNeeds>> = {
  'dispatch-events': {
    description: 'Passes recorded events to their consumers, and other work to its worker',
    deletes: ['outbox'],
    // Rewards go to persons, whose mailboxes lead to their contacts.
    readsSecrets: ['address-keys'],
  },
  'do-work': {
    description: 'Runs work that is due at a time',
    // Imports move the pointers from the addresses of contacts.
    deletes: ['work', 'contacts'],
    readsSecrets: ['address-keys'],
    // A withdrawal in an import is a no.
    silences: true,
  },
  'send-webhooks': {
    description: 'Sends events to the webhook endpoints of brands',
    deletes: ['work', 'webhook-queue'],
    readsSecrets: ['webhook-secrets'],
  },
  'process-uploads': {
    description: 'Processes uploaded files of products',
    deletes: ['work', 'products'],
  },
  'process-images': {
    description: 'Makes the sizes of product images',
    deletes: ['work'],
  },
  'send-messages': {
    description: 'Sends campaigns and other messages',
    deletes: ['work'],
    readsSecrets: ['address-keys'],
  },
  'receive-message-events': {
    description: 'Records deliveries, bounces, complaints and replies',
    deletes: ['silences'],
    silences: true,
    readsSecrets: ['address-keys'],
  },
  'erase-people': {
    description: 'Removes the personal data of erased contacts',
    deletes: ['work', 'contacts', 'contact-history', 'referrals'],
    readsSecrets: ['address-keys'],
  },
  'export-brands': {
    description: 'Makes archives of everything that a brand owns',
    deletes: ['work'],
  },
  'erase-brands': {
    description: 'Removes everything that deleted brands owned',
    deletes: ['work'],
    writesInBatches: brandRecords,
    silences: true,
    managesCredentials: ['api-keys', 'memberships', 'webhook-secrets', 'address-keys'],
  },
  'settle-billing': {
    description: 'Follows the payment provider, and creates gateway keys',
    deletes: ['work'],
  },
};

const interval = Duration.minutes(1);

/** The workers, of which `dispatch-events` takes the messages of their queue, and the function that wakes them every minute. */
export class WorkFunctions extends NestedStack {
  /** The function that runs every minute. */
  readonly finding: ServiceFunction;

  constructor(scope: Construct, id: string, props: WorkFunctionsProps) {
    super(scope, id, { description: 'Granary: background work of commerce' });
    const passing = 'dispatch-events';
    const others = workers.filter((worker) => worker !== passing);
    const functions = others.map((worker) => [worker, this.addWorker(worker, props)] as const);
    const { queues, key, concurrency } = props;
    const made = this.addWorker(passing, props, {
      environment: Object.fromEntries(
        functions.map(([worker, { function: one }]) => [functionVariable(worker), one.functionArn]),
      ),
      statements: [
        ...consumeStatements(queues.work, key),
        allow(
          'PassWork',
          ['lambda:InvokeFunction'],
          functions.map(([, { function: one }]) => one.functionArn),
        ),
      ],
    });
    new EventSourceMapping(made, 'Work', {
      target: made.function,
      eventSourceArn: queues.work.queueArn,
      batchSize: 1,
      maxConcurrency: concurrency,
    });
    this.finding = this.addSchedule(props);
  }

  private addWorker(
    worker: Worker,
    props: WorkFunctionsProps,
    own: OwnNeeds | undefined = props.own[worker],
  ): ServiceFunction {
    const { bundles, key, table, environment, queues, concurrency } = props;
    const { description, silences = false, ...needs } = workerNeeds[worker];
    const spares: TableNeeds['spares'] = silences ? [] : ['silences'];
    const made = new ServiceFunction(own?.scope ?? this, pascalCase(worker), {
      bundles,
      key,
      name: `commerce/${worker}`,
      description,
      environment: {
        ...environment,
        ...queues.environment,
        // A brand leaves one message in progress to others.
        BRAND_TURNS: concurrency - 1,
        ...own?.environment,
      },
      statements: [
        ...tableStatements({ ...needs, data: 'write', spares }, { table, key }),
        ...queues.statements(),
        ...(own?.statements ?? []),
      ],
      startsItself: true,
      failures: { queue: queues.failures, retries: 2 },
    });
    suppressForMedia(made, own?.media ?? []);
    if (own?.managesGatewayKeys) suppress(made, 'gateway-keys');
    if (own?.removesGatewayKeys) suppress(made, 'removed-gateway-keys');
    return made;
  }

  private addSchedule({ bundles, key, table, environment, queues }: WorkFunctionsProps): ServiceFunction {
    const finding = new ServiceFunction(this, 'FindWork', {
      bundles,
      key,
      name: 'commerce/find-work',
      description: 'Wakes the workers for all work that is due',
      environment: { ...environment, ...queues.environment },
      statements: [
        ...tableStatements({ data: 'read', updates: ['work'] }, { table, key }),
        ...queues.statements(),
      ],
      // The next run does the same work.
      failures: { queue: queues.failures, retries: 0, maximumAge: interval },
    });
    new Rule(this, 'FindWorkSchedule', {
      description: 'Search for work that is due',
      schedule: Schedule.rate(interval),
      targets: [new LambdaFunction(finding.function, { retryAttempts: 0 })],
    });
    return finding;
  }
}
