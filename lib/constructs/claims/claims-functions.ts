import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as FunctionTarget } from 'aws-cdk-lib/aws-events-targets';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Duration } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import {
  type BackgroundDeclaration,
  type BackgroundName,
  claimsBackground,
} from '#contract/claims/service.ts';
import {
  type ClaimsAccess,
  type ClaimsUse,
  suppressForUses,
  useStatements,
} from '../access/claims-access.ts';
import { consumeStatements, sendStatements } from '../access/queue-access.ts';
import { type TableAndKey, type TableNeeds, tableStatements } from '../access/table-access.ts';
import { type FunctionEnvironment, ServiceFunction, type SharedFunctionProps } from '../service-function.ts';

interface ClaimsFunctionsProps extends SharedFunctionProps {
  readonly access: ClaimsAccess;
  readonly table: TableAndKey['table'];
  readonly environment: FunctionEnvironment;
  readonly failures: IQueue;
}

interface BackgroundFunction {
  /** Name in the contract, which declares what the role allows. */
  readonly name: BackgroundName;
  readonly description: string;
  /** Event source of the function; each run gets one message. */
  readonly work?: { readonly queue: IQueue; readonly maxConcurrency: number };
  /** Queue by which the function continues long work: its event source, or that of the function that calls it. */
  readonly continuesBy?: IQueue;
  /** The caller waits for the result, so no failed events need to be kept. */
  readonly synchronous?: boolean;
  readonly schedule?: FunctionSchedule;
  /** Variables and permissions beyond those of every function. */
  readonly own?: {
    readonly environment: Readonly<Record<string, unknown>>;
    readonly statements: readonly PolicyStatement[];
  };
}

interface FunctionSchedule {
  readonly id: string;
  readonly description: string;
  readonly interval: Duration;
  /**
   * Without retries, a failed or late event is dropped, because the next run does the same work. EventBridge and Lambda
   * would both retry it by default.
   */
  readonly retries: 0 | 2;
}

export class ClaimsFunctions {
  private readonly props: ClaimsFunctionsProps;

  constructor(props: ClaimsFunctionsProps) {
    this.props = props;
  }

  statements(needs: TableNeeds & { readonly uses?: readonly ClaimsUse[] | undefined }): PolicyStatement[] {
    const { access, table, key } = this.props;
    return [...tableStatements(needs, { table, key }), ...useStatements(needs.uses ?? [], access)];
  }

  inBackground(scope: Construct, id: string, made: BackgroundFunction): ServiceFunction {
    const { bundles, key, environment, failures } = this.props;
    const { name, description, work, continuesBy, synchronous = false, schedule, own } = made;
    const declared: BackgroundDeclaration = claimsBackground[name];
    const ownQueue = work?.queue ?? continuesBy;
    const added = new ServiceFunction(scope, id, {
      bundles,
      key,
      environment: {
        ...environment,
        ...(ownQueue && { WORK_QUEUE: ownQueue.queueUrl }),
        ...own?.environment,
      },
      name: `claims/${name}`,
      description,
      statements: [
        ...this.statements(declared),
        ...(work ? consumeStatements(work.queue, key) : []),
        ...(continuesBy ? sendStatements(continuesBy, key) : []),
        ...(own?.statements ?? []),
      ],
      ...(continuesBy && { startsItself: true }),
      ...(!synchronous && {
        failures:
          schedule?.retries === 0
            ? { queue: failures, retries: 0, maximumAge: schedule.interval }
            : { queue: failures, retries: 2 },
      }),
    });
    suppressForUses(added, declared.uses);
    if (work) {
      new EventSourceMapping(added, 'Work', {
        target: added.function,
        eventSourceArn: work.queue.queueArn,
        batchSize: 1,
        maxConcurrency: work.maxConcurrency,
      });
    }
    if (schedule) {
      new Rule(scope, schedule.id, {
        description: schedule.description,
        schedule: Schedule.rate(schedule.interval),
        targets: [new FunctionTarget(added.function, { retryAttempts: schedule.retries })],
      });
    }
    return added;
  }
}
