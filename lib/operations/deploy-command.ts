import { parseSettings } from '../settings/settings.ts';
import { readSettingsFile } from '../settings/settings-file.ts';
import { readDeployArguments } from './deploy-arguments.ts';
import { DeployedDataStack } from './deployed-data-stack.ts';
import { missingSettings } from './missing-settings.ts';

interface DeployCommand {
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder of the settings file. */
  readonly directory: string;
  /** Runs `cdk` with these arguments; resolves with its exit code. */
  readonly cdk: (arguments_: readonly string[]) => Promise<number>;
  readonly write: (line: string) => void;
}

/**
 * `npm run deploy`: `cdk deploy --all`, and around it what CloudFormation leaves to its caller. A first deployment that
 * failed is cleared away, a setting that was forgotten stops the deployment, and the Data stack is protected against
 * deletion as soon as it exists.
 *
 * @returns the exit code of `cdk deploy`, or 1 where it was not run
 */
export async function runDeployCommand(command: DeployCommand): Promise<number> {
  const { settings: own, place } = readDeployArguments(command.arguments, command.environment);
  const given = { ...readSettingsFile(command.directory, command.environment), ...own };
  const { stackPrefix } = parseSettings(given);
  const stack = new DeployedDataStack(`${stackPrefix}-Data`, place);
  const before = await stack.state();
  if (before.kind === 'failed-creation') await clear(stack, before, command.write);
  if (before.kind === 'live') {
    const { leftOut, unknown } = missingSettings(before.outputs['DeployedSettings'], Object.keys(given));
    if (unknown.length > 0) {
      command.write(`Settings of a later version, which this one does not have: ${unknown.join(', ')}.`);
    }
    if (leftOut.length > 0) {
      command.write(
        `Nothing was deployed. Settings of the last deployment are missing: ${leftOut.join(', ')}. ` +
          'Put them into granary.json. To change one, give its new value, which may be empty, with -c name=value.',
      );
      return 1;
    }
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

/** Whatever became of the other stacks: once the Data stack exists, it may hold data. */
async function protect(stack: DeployedDataStack, write: DeployCommand['write']): Promise<void> {
  const after = await stack.state();
  if (after.kind !== 'live' || after.isProtected) return;
  await stack.protect(true);
  write('The Data stack is protected against deletion.');
}

/**
 * Makes room for another attempt. CDK deletes the failed stack itself, but neither one that is protected nor the
 * tables, whose own deletion protection stopped the rollback. A stack in this state was never in use.
 */
async function clear(
  stack: DeployedDataStack,
  { status, isProtected }: { readonly status: string; readonly isProtected: boolean },
  write: DeployCommand['write'],
): Promise<void> {
  write(`The first deployment of the Data stack failed (${status}); it is deployed anew.`);
  if (isProtected) await stack.protect(false);
  if (status !== 'ROLLBACK_FAILED') return;
  for (const { type, name } of await stack.leftovers()) {
    const outcome = type === 'AWS::DynamoDB::Table' ? await stack.deleteEmptyTable(name) : 'kept';
    if (outcome === 'deleted') write(`Deleted the empty table ${name}.`);
    if (outcome === 'kept') write(`Left behind: ${type} ${name}; see docs/deploy.md.`);
  }
}
