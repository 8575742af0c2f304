import { actorOf, type GeneralOptions, readArguments } from './arguments.ts';
import { OperatorUsageError } from './command.ts';
import { failureText } from './failure.ts';
import { operatorHelp, usageOf } from './help.ts';
import { useLocalStack } from './local-target.ts';

/** 0 done, 1 not done or done in part, 2 the arguments are wrong. */
type ExitCode = 0 | 1 | 2;

/** Where results and failures go, and the environment that the SDK's clients read. */
interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** Runs one command of the operator's command line. */
export async function runOperator(
  args: readonly string[],
  { environment, write, writeError }: Surroundings,
): Promise<ExitCode> {
  try {
    const understood = readArguments(args);
    if (understood === 'help') {
      write(operatorHelp);
      return 0;
    }
    const { general, start } = understood;
    choosePlace(general, environment);
    const { json, exitCode = 0 } = await start({
      stackPrefix: general['stack-prefix'],
      actor: actorOf(general),
      print: (line = '') => {
        // Names and labels come from clients, and must not steer the operator's terminal.
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

/** Sets what the SDK's clients read when they are made. */
function choosePlace({ local, profile, region }: GeneralOptions, environment: NodeJS.ProcessEnv): void {
  if (profile !== undefined) environment['AWS_PROFILE'] = profile;
  // The AWS CLI and the CDK read the second name too, the SDK does not.
  const chosen = region ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'];
  if (chosen !== undefined) environment['AWS_REGION'] = chosen;
  if (local) useLocalStack(environment);
}
