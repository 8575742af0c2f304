import { parseArgs } from 'node:util';
import type { AwsLocation } from './deployed-data-stack.ts';

/** What `npm run deploy` reads of the arguments that it hands on to `cdk deploy`. */
interface DeployArguments {
  /** Settings given with `-c name=value`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly place: AwsLocation;
}

/** Reads the settings, profile and region; all else is for `cdk deploy` alone. */
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
  // The SDK does not know AWS_DEFAULT_REGION, which the CDK and the AWS CLI do.
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
