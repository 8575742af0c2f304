import { parseArgs } from 'node:util';
import type { AwsLocation } from './deployed-data-stack.ts';

interface DeployArguments {
  /** Settings from `-c name=value`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly place: AwsLocation;
}

/** Reads settings, profile and region, and ignores all other arguments. */
export function readDeployArguments(
  arguments_: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): DeployArguments {
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
  const region = values.region ?? environment['AWS_REGION'] ?? environment['AWS_DEFAULT_REGION'];
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
