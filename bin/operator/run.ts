import * as z from 'zod';
import { sdkVariables } from '#lib/local/runtime/sdk-variables.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { readRunning } from '#lib/local/state/local-description.ts';
import type { FirstOwner } from '#lib/operations/deploy-command.ts';
import { actorOf, type GeneralOptions, readArguments } from './arguments.ts';
import { OperatorError, OperatorUsageError } from './command.ts';
import { failureText } from './failure.ts';
import { operatorHelp, usageOf } from './help.ts';

/** 0 done, 1 failed or done in part, 2 wrong arguments. */
type ExitCode = 0 | 1 | 2;

interface Process {
  readonly environment: NodeJS.ProcessEnv;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

export async function runOperator(
  args: readonly string[],
  { environment, write, writeError }: Process,
): Promise<ExitCode> {
  try {
    const parsed = readArguments(args);
    if (parsed === 'help') {
      write(operatorHelp);
      return 0;
    }
    const { general, start } = parsed;
    setAwsVariables(general, environment);
    const { json, exitCode = 0 } = await start({
      stackPrefix: general['stack-prefix'],
      actor: actorOf(general),
      print: (line = '') => {
        // Names and labels come from clients, so control characters are removed.
        if (!general.json) write(`${line.replaceAll(/\p{Cc}/gu, '?')}\n`);
      },
    });
    if (general.json) write(`${JSON.stringify(json, null, 2)}\n`);
    return exitCode;
  } catch (error) {
    if (error instanceof OperatorUsageError) {
      writeError(`operator: ${error.message}.\n\n${usageOf(error.command)}`);
      return 2;
    }
    writeError(`operator: ${failureText(error)}\n`);
    return 1;
  }
}

const inviteResult = z.object({ invited: z.boolean() });

/**
 * Runs `invite` for a person who may do everything in both services.
 *
 * @returns `known` if the person has signed in before
 * @throws OperatorError with the cause
 */
export async function inviteOwner(
  { email, stackPrefix, place }: FirstOwner,
  environment: NodeJS.ProcessEnv,
): Promise<'invited' | 'known'> {
  let [result, errors] = ['', ''];
  const options = { email, roles: 'admin,operator', 'stack-prefix': stackPrefix, ...place };
  const exitCode = await runOperator(
    ['invite', '--json', ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])],
    {
      environment,
      write: (text) => {
        result += text;
      },
      writeError: (text) => {
        errors += text;
      },
    },
  );
  if (exitCode !== 0) throw new OperatorError(errors.trim());
  return inviteResult.parse(JSON.parse(result)).invited ? 'invited' : 'known';
}

/** Sets the environment variables that the SDK's clients read when they are created. */
function setAwsVariables({ local, profile, region }: GeneralOptions, environment: NodeJS.ProcessEnv): void {
  if (profile !== undefined) environment['AWS_PROFILE'] = profile;
  // The SDK does not read AWS_DEFAULT_REGION; the AWS CLI and the CDK do.
  const chosen = region ?? (environment['AWS_REGION'] || environment['AWS_DEFAULT_REGION'] || undefined);
  if (chosen !== undefined) environment['AWS_REGION'] = chosen;
  if (local) useLocalStack(environment);
}

/**
 * Points the SDK's clients of this process to the running local stack.
 *
 * @throws OperatorError if no local stack is running
 */
function useLocalStack(environment: NodeJS.ProcessEnv): void {
  const folder = DataFolder.look(environment['GRANARY_DATA'] || '.granary');
  const running = readRunning(folder);
  if (!running) {
    throw new OperatorError(`No local stack is running on ${folder.path}; start one with npm start.`);
  }
  const { dynamodb, s3, other } = running.endpoints;
  // A profile would override the credentials of the local stack.
  delete environment['AWS_PROFILE'];
  Object.assign(environment, sdkVariables(environment, { dynamodb, s3, controlPlane: other }));
}
