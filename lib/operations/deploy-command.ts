import { parseArgs } from 'node:util';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  paginateListStackResources,
  type Stack,
  UpdateTerminationProtectionCommand,
} from '@aws-sdk/client-cloudformation';
import {
  DeleteTableCommand,
  DynamoDBClient,
  paginateScan,
  ResourceNotFoundException,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import { parseSettings, settingNames } from '../settings/settings.ts';
import { readSettingsFile } from '../settings/settings-file.ts';
import { type AwsLocation, adviceFor } from './account-limits.ts';

interface DeployCommand {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  /** Runs `cdk` with these arguments and returns its exit code. */
  readonly cdk: (arguments_: readonly string[]) => Promise<number>;
  readonly write: (line: string) => void;
}

/**
 * Runs `npm run deploy`, which is `cdk deploy --all` with four additions: it removes the rest of a failed first
 * deployment, refuses to deploy without the settings of the last deployment, says which limits of the account are too low,
 * and protects the Data stack against deletion once it exists.
 *
 * @returns the exit code of `cdk deploy`, or 1 if it did not run
 */
export async function runDeployCommand(command: DeployCommand): Promise<number> {
  const { settings: own, place } = readDeployArguments(command.arguments, command.environment);
  const given = { ...readSettingsFile(command.directory, command.environment), ...own };
  const settings = parseSettings(given);
  const stack = new DeployedDataStack(`${settings.stackPrefix}-Data`, place);
  const before = await stack.state();
  if (before.kind === 'failed-creation') await clear(stack, before, command.write);
  if (before.kind === 'live') {
    const { leftOut, unknown } = missingSettings(before.outputs['DeployedSettings'], Object.keys(given));
    if (unknown.length > 0) {
      command.write(`Unknown settings of a later version: ${unknown.join(', ')}.`);
    }
    if (leftOut.length > 0) {
      command.write(
        `Nothing was deployed. Settings of the last deployment are missing: ${leftOut.join(', ')}. ` +
          'Put them into granary.json. To change one, give its new value, which may be empty, with -c name=value.',
      );
      return 1;
    }
  }
  const advice = await adviceFor({ settings, place, isFirst: before.kind !== 'live' });
  for (const { text } of advice) command.write(text);
  if (advice.some(({ refused }) => refused)) {
    command.write('Nothing was deployed.');
    return 1;
  }
  const protection = given['terminationProtection'] ?? (before.kind === 'live' ? 'on' : undefined);
  const exitCode = await command.cdk([
    'deploy',
    '--all',
    ...command.arguments,
    ...(protection !== undefined && own['terminationProtection'] === undefined
      ? ['--context', `terminationProtection=${protection}`]
      : []),
  ]);
  if (given['terminationProtection'] !== 'off') await protect(stack, command.write);
  return exitCode;
}

/** Reads settings (`-c name=value`), profile and region, and ignores all other arguments. */
export function readDeployArguments(
  arguments_: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): { readonly settings: Readonly<Record<string, string>>; readonly place: AwsLocation } {
  const { values } = parseArgs({
    args: [...arguments_],
    strict: false,
    allowPositionals: true,
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      profile: { type: 'string' },
      region: { type: 'string' },
    },
  });
  const context = (values.context ?? []).filter((one) => typeof one === 'string');
  const { profile } = values;
  // The SDK does not read AWS_DEFAULT_REGION; the CDK and the AWS CLI do.
  const region =
    values.region ?? (environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || undefined);
  return {
    settings: Object.fromEntries(
      context.map((one) => one.split(/=(.*)/s, 2)).map(([name = '', value = '']) => [name, value]),
    ),
    place: {
      ...(typeof profile === 'string' && { profile }),
      ...(typeof region === 'string' && { region }),
    },
  };
}

/** Protects the Data stack if it exists, even after a failed deployment, because it may hold data. */
async function protect(stack: DeployedDataStack, write: DeployCommand['write']): Promise<void> {
  const after = await stack.state();
  if (after.kind !== 'live' || after.isProtected) return;
  await stack.protect(true);
  write('The Data stack is protected against deletion.');
}

/**
 * Removes the rest of a failed creation. The CDK deletes the failed stack, but not if it is protected, and not its
 * protected tables, which stopped the rollback. A stack in this state was never in use.
 */
async function clear(
  stack: DeployedDataStack,
  { status, isProtected }: { readonly status: string; readonly isProtected: boolean },
  write: DeployCommand['write'],
): Promise<void> {
  write(`The first deployment of the Data stack failed (${status}); deploying it again.`);
  if (isProtected) await stack.protect(false);
  if (status !== 'ROLLBACK_FAILED') return;
  for (const { type, name } of await stack.retainedResources()) {
    const outcome = type === 'AWS::DynamoDB::Table' ? await stack.deleteEmptyTable(name) : 'kept';
    if (outcome === 'deleted') write(`Deleted the empty table ${name}.`);
    if (outcome === 'kept') write(`Not deleted: ${type} ${name}; see docs/deploy.md.`);
  }
}

const deployedSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/**
 * Returns the settings of the last deployment that this one leaves out, each as `name=value`. A forgotten setting would
 * fall back to its default, which removes the custom domain or the customer-managed key. `unknown`: settings that only a
 * later version has.
 *
 * @param deployed output DeployedSettings of the Data stack; undefined if the deployment has none
 * @param given names of the settings of this deployment
 */
function missingSettings(deployed: string | undefined, given: readonly string[]) {
  const settings = deployed === undefined ? {} : deployedSchema.parse(JSON.parse(deployed));
  const missing = Object.entries(settings).filter(([name]) => !given.includes(name));
  const texts = (known: boolean) =>
    missing
      .filter(([name]) => settingNames.includes(name) === known)
      .map(([name, value]) => `${name}=${value}`);
  return { leftOut: texts(true), unknown: texts(false) };
}

/** State of a stack: missing, failed at its creation, in use, or in transition. */
type StackState =
  | { readonly kind: 'absent' | 'changing' }
  | { readonly kind: 'failed-creation'; readonly status: string; readonly isProtected: boolean }
  | {
      readonly kind: 'live';
      readonly isProtected: boolean;
      readonly outputs: Readonly<Record<string, string>>;
    };

interface RetainedResource {
  readonly type: string;
  readonly name: string;
}

class DeployedDataStack {
  readonly #name: string;
  readonly #cloudFormation: CloudFormationClient;
  readonly #dynamoDb: DynamoDBClient;

  constructor(name: string, place: AwsLocation) {
    this.#name = name;
    this.#cloudFormation = new CloudFormationClient(place);
    this.#dynamoDb = new DynamoDBClient(place);
  }

  async state(): Promise<StackState> {
    const command = new DescribeStacksCommand({ StackName: this.#name });
    const response = await this.#cloudFormation.send(command).catch((error: unknown) => {
      if (error instanceof Error && error.message.includes('does not exist')) return { Stacks: [] };
      throw error;
    });
    return stateOf(response.Stacks?.[0]);
  }

  async protect(enabled: boolean): Promise<void> {
    const command = { StackName: this.#name, EnableTerminationProtection: enabled };
    await this.#cloudFormation.send(new UpdateTerminationProtectionCommand(command));
  }

  async retainedResources(): Promise<readonly RetainedResource[]> {
    const found: RetainedResource[] = [];
    const pages = paginateListStackResources({ client: this.#cloudFormation }, { StackName: this.#name });
    for await (const { StackResourceSummaries = [] } of pages) {
      for (const one of StackResourceSummaries) {
        const { ResourceType: type = '', PhysicalResourceId: name = '', ResourceStatus: status } = one;
        if (status !== 'DELETE_COMPLETE' && name !== '') found.push({ type, name });
      }
    }
    return found;
  }

  /** Deletes a table despite its deletion protection. `kept`: the table has items. */
  async deleteEmptyTable(TableName: string): Promise<'deleted' | 'kept' | 'absent'> {
    try {
      if (await this.holdsItems(TableName)) return 'kept';
      await this.#dynamoDb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false }));
      await waitUntilTableExists({ client: this.#dynamoDb, maxWaitTime: 120 }, { TableName });
      await this.#dynamoDb.send(new DeleteTableCommand({ TableName }));
      return 'deleted';
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return 'absent';
      throw error;
    }
  }

  /** Scans to the end with strong consistency, because pages before the last may be empty. */
  private async holdsItems(TableName: string): Promise<boolean> {
    const pages = paginateScan({ client: this.#dynamoDb, pageSize: 1 }, { TableName, ConsistentRead: true });
    for await (const { Count = 0 } of pages) if (Count > 0) return true;
    return false;
  }
}

function stateOf(stack: Stack | undefined): StackState {
  const status = stack?.StackStatus ?? '';
  const isProtected = stack?.EnableTerminationProtection ?? false;
  if (status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED') {
    return { kind: 'failed-creation', status, isProtected };
  }
  // The stack was created, whatever the result of later updates.
  if (status === 'CREATE_COMPLETE' || /^(UPDATE|IMPORT)_/.test(status)) {
    const outputs = (stack?.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
      OutputKey,
      OutputValue,
    ]);
    return { kind: 'live', isProtected, outputs: Object.fromEntries(outputs) };
  }
  return { kind: status === '' || status === 'REVIEW_IN_PROGRESS' ? 'absent' : 'changing' };
}
