import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { ArnFormat, type Duration, Stack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import { acknowledgeUses, type ClaimsAccess, type Use, useStatements } from './claims-access.ts';
import { type FunctionEnvironment, type FunctionSurroundings, ServiceFunction } from './service-function.ts';
import { allow } from './statements.ts';
import { type TableAndKey, type TableNeeds, tableStatements } from './table-access.ts';

interface ClaimsFunctionsProps extends FunctionSurroundings {
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
  readonly uses: readonly Use[];
  /** See {@link ServiceFunction}. */
  readonly functionName?: string;
  /** It may start itself again, and has the fixed name that this takes: its role cannot refer to it. */
  readonly carriesOn?: boolean;
  /** See {@link ServiceFunction}; whoever carries on does. */
  readonly startsItself?: boolean;
  /** It is called by who waits for its answer, so that no event of it can be lost. */
  readonly synchronous?: boolean;
  /**
   * The clock starts it at this interval. Lambda does not repeat an event that it failed at, and drops one that could
   * not start before the next: the next run does all of the work.
   */
  readonly interval?: Duration;
}

/** What all functions of the claims service have in common, and how its functions in the background are made. */
export class ClaimsFunctions {
  private readonly props: ClaimsFunctionsProps;

  constructor(props: ClaimsFunctionsProps) {
    this.props = props;
  }

  /** What a function with these needs may do beside writing its own log. */
  statements(needs: TableNeeds & { readonly uses?: readonly Use[] | undefined }): PolicyStatement[] {
    const { access, table, key } = this.props;
    return [...tableStatements(needs, { table, key }), ...useStatements(needs.uses ?? [], access)];
  }

  inBackground(scope: Construct, id: string, made: BackgroundFunction): ServiceFunction {
    const { bundles, key, environment, failures } = this.props;
    const {
      name,
      description,
      carriesOn = false,
      startsItself = carriesOn,
      synchronous = false,
      interval,
    } = made;
    const functionName = carriesOn ? fixedName(scope, name) : made.functionName;
    const added = new ServiceFunction(scope, id, {
      bundles,
      key,
      environment,
      name,
      description,
      statements: [...this.statements(made), ...(carriesOn ? [carryOn(scope, name)] : [])],
      startsItself,
      ...(functionName !== undefined && { functionName }),
      ...(!synchronous && {
        failures: interval
          ? { queue: failures, retries: 0, maximumAge: interval }
          : { queue: failures, retries: 2 },
      }),
    });
    acknowledgeUses(added, made.uses);
    return added;
  }
}

/** `claims/ingest-file` in stack Granary-Claims is `Granary-Claims-ingest-file`. */
const fixedName = (scope: Construct, name: string) =>
  `${Stack.of(scope).stackName}-${name.slice(name.indexOf('/') + 1)}`;

const carryOn = (scope: Construct, name: string) =>
  allow(
    'CarryOn',
    ['lambda:InvokeFunction'],
    [
      Stack.of(scope).formatArn({
        service: 'lambda',
        resource: 'function',
        resourceName: fixedName(scope, name),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
  );
