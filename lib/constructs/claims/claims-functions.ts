import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { type Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
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
  /** Takes the events that a function failed at in all attempts. */
  readonly failures: IQueue;
}

/** A function that no endpoint stands before. */
interface BackgroundFunction extends Pick<TableNeeds, 'data' | 'deletes' | 'writesInBatches'> {
  readonly name: string;
  readonly description: string;
  readonly uses: readonly ClaimsUse[];
  /** Queue that the function takes its work from, one message a run. */
  readonly work?: WorkSource;
  /** Long work continues with another message of the same queue. */
  readonly continues?: boolean;
  /** It is called by who waits for its answer, so that no event of it can be lost. */
  readonly synchronous?: boolean;
  /**
   * The clock starts it at this interval. Lambda does not repeat an event that it failed at, and drops one that could
   * not start before the next: the next run does all of the work.
   */
  readonly interval?: Duration;
}

interface WorkSource {
  readonly queue: IQueue;
  /** Runs at a time, 2 at least. */
  readonly maxConcurrency: number;
}

/** What all functions of the claims service have in common, and how its functions in the background are made. */
export class ClaimsFunctions {
  private readonly props: ClaimsFunctionsProps;

  constructor(props: ClaimsFunctionsProps) {
    this.props = props;
  }

  /** What a function with these needs may do beside writing its own log. */
  statements(needs: TableNeeds & { readonly uses?: readonly ClaimsUse[] | undefined }): PolicyStatement[] {
    const { access, table, key } = this.props;
    return [...tableStatements(needs, { table, key }), ...useStatements(needs.uses ?? [], access)];
  }

  inBackground(scope: Construct, id: string, made: BackgroundFunction): ServiceFunction {
    const { bundles, key, environment, failures } = this.props;
    const { name, description, work, continues = false, synchronous = false, interval } = made;
    const added = new ServiceFunction(scope, id, {
      bundles,
      key,
      environment: work ? { ...environment, WORK_QUEUE: work.queue.queueUrl } : environment,
      name,
      description,
      statements: [
        ...this.statements(made),
        ...(work ? consumeStatements(work.queue, key) : []),
        ...(work && continues ? sendStatements(work.queue, key) : []),
      ],
      ...(continues && { startsItself: true, functionName: earlierName(scope, name) }),
      ...(!synchronous && {
        failures: interval
          ? { queue: failures, retries: 0, maximumAge: interval }
          : { queue: failures, retries: 2 },
      }),
    });
    suppressForUses(added, made.uses);
    if (work) {
      new EventSourceMapping(added, 'Work', {
        target: added.function,
        eventSourceArn: work.queue.queueArn,
        batchSize: 1,
        maxConcurrency: work.maxConcurrency,
      });
    }
    return added;
  }
}

/**
 * `claims/ingest-file` in stack Granary-Claims is `Granary-Claims-ingest-file`. Functions that once called themselves
 * keep their names: under another one an update would replace them, and drop the events that wait for them.
 */
const earlierName = (scope: Construct, name: string) =>
  `${Stack.of(scope).stackName}-${name.slice(name.indexOf('/') + 1)}`;
