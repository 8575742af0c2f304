import path from 'node:path';
import { parseArgs } from 'node:util';
import { type LocalRuntime, startLocal } from '../runtime/runtime.ts';
import { StartError } from '../start-error.ts';
import { writeDescription } from '../state/local-description.ts';
import { synthesizeApp } from '../templates/synthesis.ts';
import { banner } from './banner.ts';
import { writeSampleClaims } from './sample-claims.ts';
import { seed } from './sample-data.ts';
import { TerminalLog } from './terminal-log.ts';

const help = `npm start -- [options]

Runs the synthesized app on this machine.

  --fresh        begin anew: empty the data folder first
  --no-seed      leave out the sample data
  --no-test-payer
                 leave out the test payer: nobody responds to submitted claims
  --concurrency NUMBER
                 executions of all functions at a time: 10 is what a new AWS account has; default: no limit
  --port NUMBER  serve on this port (or PORT; default 4000)
  --verbose      show the log of every invocation, and what the templates hold that is not run here
  --help         show this

Environment: PORT, GRANARY_DATA (data folder, default .granary), GRANARY_DYNAMODB (embedded or
dynamodb-local), AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL_S3 (use these instead of the engines here).
`;

/** Everything can be tried under a custom domain of this machine. */
const localContext = {
  domainName: 'granary.localhost',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/local',
};

interface CommandOptions {
  readonly fresh: boolean;
  readonly seed: boolean;
  readonly testPayer: boolean;
  readonly port: number;
  readonly concurrency: number | undefined;
  readonly verbose: boolean;
  readonly dataFolder: string;
}

/** `npm start`. Returns the exit code once everything has ended. */
export async function runLocalCommand(
  arguments_: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const startedAt = performance.now();
  // The data folder holds keys and health data. Every process of the runtime inherits the mask.
  process.umask(0o077);
  const stopAsked = stopSignal(environment);
  // Output that nobody reads any more, as behind `| head`, must not end the runtime.
  process.stdout.on('error', () => {});
  let runtime: LocalRuntime | undefined;
  try {
    const options = parseOptions(arguments_, environment);
    if (options === 'help') {
      process.stdout.write(help);
      return 0;
    }
    const stagingDir = path.resolve(options.dataFolder, 'staging');
    const console = new TerminalLog({
      verbose: options.verbose,
      write: (text) => process.stdout.write(text),
    });
    runtime = await startLocal({
      dataFolder: options.dataFolder,
      port: options.port,
      fresh: options.fresh,
      verbose: options.verbose,
      environment,
      ...(options.concurrency !== undefined && { concurrentExecutions: options.concurrency }),
      // Where nothing limits executions, the inbox takes what an operator of a larger account would give it.
      synthesize: ({ context, ...rest }) =>
        synthesizeApp({
          ...rest,
          context: {
            ...context,
            ...localContext,
            testPayer: options.testPayer ? 'on' : 'off',
            stagingDirectory: stagingDir,
            ...(options.concurrency === undefined && { inboxConcurrency: 8 }),
          },
        }),
      ...(options.seed && { seed }),
      log: (line) => console.line(line),
      // The seed's own calls are part of the start.
      onRequest: (request) => runtime && console.request(request),
      onInvocation: (report) => console.invocation(report),
    });
    const sampleFile = writeSampleClaims(runtime.folder);
    writeDescription({ ...runtime, stagingDir });
    console.line(banner(runtime, sampleFile, (performance.now() - startedAt) / 1_000));
    await stopAsked;
    return 0;
  } catch (error) {
    const reason = error instanceof StartError ? error.message : error instanceof Error ? error.stack : error;
    process.stderr.write(`${reason}\n`);
    return 1;
  } finally {
    await runtime?.stop();
  }
}

function parseOptions(
  arguments_: readonly string[],
  environment: NodeJS.ProcessEnv,
): CommandOptions | 'help' {
  const { values } = parse(arguments_);
  if (values.help) return 'help';
  const port = values.port ?? environment['PORT'] ?? '4000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new StartError(`${port} is not a port: a number from 0 to 65535 is expected.`);
  }
  const { concurrency } = values;
  if (concurrency !== undefined && !/^[1-9]\d{0,5}$/.test(concurrency)) {
    throw new StartError(`${concurrency} is not a number of executions: a number from 1 is expected.`);
  }
  return {
    fresh: values.fresh ?? false,
    seed: !values['no-seed'],
    testPayer: !values['no-test-payer'],
    verbose: values.verbose ?? false,
    port: Number(port),
    concurrency: concurrency === undefined ? undefined : Number(concurrency),
    dataFolder: environment['GRANARY_DATA'] || '.granary',
  };
}

function parse(arguments_: readonly string[]) {
  try {
    return parseArgs({
      args: [...arguments_],
      options: {
        fresh: { type: 'boolean' },
        'no-seed': { type: 'boolean' },
        'no-test-payer': { type: 'boolean' },
        concurrency: { type: 'string' },
        port: { type: 'string' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error} See npm start -- --help.`);
  }
}

/** How often to look whether npm is still there. */
const parentCheckMilliseconds = 250;

/** Resolves at the first signal that asks to stop; a second one, later, ends the process at once. */
function stopSignal(environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        // npm passes on a Ctrl-C that the terminal has already sent to us.
        if (asked !== undefined && now - asked > 1_000) process.exit(1);
        asked ??= now;
        resolve();
      });
    }
    // npm passes SIGTERM on to its shell only, which ends without telling us.
    const parent = process.ppid;
    if (environment['npm_lifecycle_event'] === undefined) return;
    setInterval(() => {
      if (process.ppid !== parent) resolve();
    }, parentCheckMilliseconds).unref();
  });
}
