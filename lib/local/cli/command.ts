import { currentWebApp } from '../../bundling/web-app.ts';
import { dataFolderPlaceholder } from '../runtime/local-settings.ts';
import { type LocalRuntime, startLocal } from '../runtime/runtime.ts';
import { StartError } from '../start-error.ts';
import { writeDescription } from '../state/local-description.ts';
import { FunctionBundles } from '../templates/function-bundles.ts';
import { synthesizeApp } from '../templates/synthesis.ts';
import { banner, samplePeople } from './banner.ts';
import { optionsOf } from './options.ts';
import { writeSampleClaims } from './sample-claims.ts';
import { firstFunctions, seed } from './sample-data.ts';
import { TerminalLog } from './terminal-log.ts';

const help = `npm start -- [options]

Runs the synthesized app on this machine.

  --fresh        empty the data folder first
  --no-seed      create no sample data
  --no-web       do not build and serve the web app
  --no-test-payer
                 run no test payer: submitted claims get no response
  --concurrency NUMBER
                 maximum number of executions of all functions at a time: 10 in a new AWS account; default: no limit
  --instances NUMBER
                 processes of functions that stay for the next call; default: 6. More answer faster and take more memory
  --port NUMBER  serve on this port (or PORT; default 4000)
  --verbose      show the log of every invocation, and the resource types that do not run here
  --help         show this

Environment: PORT, GRANARY_DATA (data folder, default .granary), GRANARY_DYNAMODB (embedded or
dynamodb-local), AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL_S3 (use these instead of the engines here).
`;

const localContext = {
  domainName: 'granary.localhost',
  certificateArn: 'arn:aws:acm:us-east-1:000000000000:certificate/local',
};

/** Runs `npm start` and returns the exit code when everything has ended. */
export async function runLocalCommand(
  arguments_: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const startedAt = performance.now();
  // For the keys and health data in the data folder; every process of the runtime inherits the mask.
  process.umask(0o077);
  const stopRequested = stopSignal(environment);
  // A closed pipe, as with `| head`, must not end the runtime.
  process.stdout.on('error', () => {});
  let runtime: LocalRuntime | undefined;
  let stopBundling = () => {};
  try {
    const options = parseOptions(arguments_, environment);
    if (options === 'help') {
      process.stdout.write(help);
      return 0;
    }
    const terminal = new TerminalLog({
      verbose: options.verbose,
      write: (text) => process.stdout.write(text),
    });
    const bundles = new FunctionBundles(firstFunctions, (line) => terminal.line(line));
    stopBundling = () => bundles.stop();
    runtime = await startLocal({
      dataFolder: options.dataFolder,
      port: options.port,
      fresh: options.fresh,
      verbose: options.verbose,
      environment,
      ...(options.concurrency !== undefined && { concurrentExecutions: options.concurrency }),
      ...(options.instances !== undefined && {
        maxProcesses: options.instances,
        idleMilliseconds: 300_000,
      }),
      // Without a limit on executions, background work gets what an operator of a larger account would set.
      synthesize: ({ context, ...rest }) =>
        synthesizeApp({
          ...rest,
          context: {
            ...context,
            ...localContext,
            testPayer: options.testPayer ? 'on' : 'off',
            stagingDirectory: `${dataFolderPlaceholder}/staging`,
            ...(options.concurrency === undefined && { backgroundConcurrency: 34 }),
          },
        }),
      codeReady: (directory) => bundles.ready(directory),
      ...(options.seed && { seed }),
      people: samplePeople,
      ...(options.web && { web: currentWebApp }),
      log: (line) => terminal.line(line),
      // Requests of the seed, before the runtime is ready, are not logged.
      onRequest: (request) => runtime && terminal.request(request),
      onInvocation: (report) => terminal.invocation(report),
    });
    const { folder, baseUrl, endpoints, controlPlane, addresses, tables, buckets, queues, seeded } = runtime;
    writeDescription(folder, {
      baseUrl,
      endpoints: { ...endpoints, other: controlPlane },
      addresses,
      tables,
      buckets,
      queues,
      // The stub transport copies submissions to it.
      stagingDir: folder.file('staging'),
      ...seeded,
    });
    bundles.bundleRest();
    const seconds = (performance.now() - startedAt) / 1_000;
    const sampleFile = writeSampleClaims(folder);
    terminal.line(banner(runtime, { sampleFile, seconds, hasWebApp: options.web }));
    await stopRequested;
    return 0;
  } catch (error) {
    const reason = error instanceof StartError ? error.message : error instanceof Error ? error.stack : error;
    process.stderr.write(`${reason}\n`);
    return 1;
  } finally {
    stopBundling();
    await runtime?.stop();
  }
}

function parseOptions(arguments_: readonly string[], environment: NodeJS.ProcessEnv) {
  const values = optionsOf('npm start', arguments_, {
    fresh: { type: 'boolean' },
    'no-seed': { type: 'boolean' },
    'no-test-payer': { type: 'boolean' },
    'no-web': { type: 'boolean' },
    concurrency: { type: 'string' },
    instances: { type: 'string' },
    port: { type: 'string' },
    verbose: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return 'help';
  const port = values.port ?? (environment['PORT'] || '4000');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new StartError(`Invalid port ${port}: expected a number from 0 to 65535.`);
  }
  return {
    fresh: values.fresh ?? false,
    seed: !values['no-seed'],
    testPayer: !values['no-test-payer'],
    web: !values['no-web'],
    verbose: values.verbose ?? false,
    port: Number(port),
    concurrency: count('concurrency', values.concurrency),
    instances: count('instances', values.instances),
    dataFolder: environment['GRANARY_DATA'] || '.granary',
  };
}

function count(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value);
  throw new StartError(`Invalid ${name} ${value}: expected a number of at least 1.`);
}

/** Interval between checks whether npm still runs. */
const parentCheckMilliseconds = 250;

/** Resolves at the first stop signal; a later second one ends the process at once. */
function stopSignal(environment: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        // Ctrl-C arrives twice, from the terminal and from npm.
        if (firstAt !== undefined && now - firstAt > 1_000) process.exit(1);
        firstAt ??= now;
        resolve();
      });
    }
    // npm sends SIGTERM only to its shell, which ends without a signal to this process.
    const parent = process.ppid;
    if (environment['npm_lifecycle_event'] === undefined) return;
    setInterval(() => {
      if (process.ppid !== parent) resolve();
    }, parentCheckMilliseconds).unref();
  });
}
