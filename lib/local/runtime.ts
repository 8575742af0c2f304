import { readAssembly } from './assembly.ts';
import { readBuckets } from './buckets.ts';
import { constructNames } from './construct-names.ts';
import { ControlPlane } from './control-plane/server.ts';
import { runCustomResources } from './custom-resources.ts';
import { DataFolder } from './data-folder.ts';
import { Deployment } from './deployment.ts';
import { startDynamoDb } from './engines/dynamodb.ts';
import { AsyncInvocations } from './functions/async-invocations.ts';
import { readFunctions } from './functions/function-config.ts';
import { Functions } from './functions/functions.ts';
import type { InvocationReport } from './functions/pool.ts';
import { AccessLogs } from './gateway/access-log.ts';
import { readRestApis } from './gateway/api-model.ts';
import { Authorizers } from './gateway/authorizers.ts';
import { type AnsweredRequest, Gateway } from './gateway/server.ts';
import { audience, issuerHandler, issuerKey, issuerOf, signToken } from './issuer.ts';
import { close, listen } from './listen.ts';
import { startS3 } from './s3/s3-engine.ts';
import { Schedules } from './schedules.ts';
import { credentialsOf, endpointVariables } from './sdk-variables.ts';
import { type Seed, type Seeded, seedOnce } from './seeding.ts';
import { controlPlaneOf, openServices } from './services.ts';
import { prepareTables } from './tables.ts';
import { typesLeftOut } from './template-coverage.ts';
import { together } from './together.ts';

const account = '000000000000';

/** Writes the templates to run; the app's own `synthesize`, or a test's. */
export type Synthesize = (options: {
  readonly outdir: string;
  readonly context: Readonly<Record<string, unknown>>;
}) => Promise<{ readonly assemblyDirectory: string }>;

export interface LocalOptions {
  readonly dataFolder: string;
  readonly synthesize: Synthesize;
  /** Run once, on a data folder that was never used before. */
  readonly seed?: Seed;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Empties the data folder first. */
  readonly fresh?: boolean;
  /** Names what the templates hold that is not run here. */
  readonly verbose?: boolean;
  /** AWS_REGION, credentials, AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL_S3 are read from here. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Instances of one function at a time. */
  readonly maxInstances?: number;
  readonly idleMilliseconds?: number;
  /** Instances of all functions together. */
  readonly maxProcesses?: number;
  /** Waits before the second, third … attempt of an asynchronous event. */
  readonly asyncRetryMilliseconds?: readonly number[];
  /** Progress and events that a user should know of. */
  readonly log?: (line: string) => void;
  readonly onRequest?: (request: AnsweredRequest) => void;
  readonly onInvocation?: (report: InvocationReport) => void;
}

export interface LocalRuntime {
  readonly baseUrl: string;
  readonly endpoints: { readonly dynamodb: string; readonly s3: string };
  /** Endpoint of the other services: API Gateway's control plane, Secrets Manager, KMS, SQS, SSM, Lambda. */
  readonly controlPlane: string;
  /** Names by what the construct is called: CommerceTable is `commerce`, X12Bucket `x12`. */
  readonly tables: Readonly<Record<string, string>>;
  readonly buckets: Readonly<Record<string, string>>;
  readonly seeded: Seeded | undefined;
  readonly folder: DataFolder;
  readonly functions: Functions;
  readonly asyncInvocations: AsyncInvocations;
  readonly deployment: Deployment;
  /** A token of the development issuer. */
  readonly token: (claims: Readonly<Record<string, unknown>>, expires?: string) => Promise<string>;
  /** Ends everything in order; nothing is left running. */
  readonly stop: () => Promise<void>;
}

/** What has been started, to be ended in the opposite order. */
type Endings = (() => Promise<void> | void)[];

/**
 * Synthesizes the app and runs its templates on this machine.
 * Throws StartError, with one sentence for the user, when that is not possible.
 */
export async function startLocal(options: LocalOptions): Promise<LocalRuntime> {
  const endings: Endings = [];
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  try {
    const runtime = await start(options, endings);
    return {
      ...runtime,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: LocalOptions, endings: Endings): Promise<Omit<LocalRuntime, 'stop'>> {
  const environment = options.environment ?? process.env;
  const region = environment['AWS_REGION'] || 'us-east-1';
  const log = options.log ?? (() => {});

  const folder = DataFolder.take(options.dataFolder, { fresh: options.fresh ?? false });
  endings.push(() => folder.release());
  const signingKey = await issuerKey(folder);
  let baseUrl = '';
  const gateway = new Gateway(issuerHandler(signingKey, () => baseUrl));
  // The address is part of the templates (the issuer), and a port in use is told before anything else is done.
  baseUrl = await listen(gateway.server, options.port ?? 0);
  endings.push(() => close(gateway.server, 0));

  log('Bundling the functions, synthesizing the templates and starting the engines …');
  const [{ assemblyDirectory }, dynamodb] = await together(
    options.synthesize({
      outdir: folder.file('assembly'),
      context: { issuer: issuerOf(baseUrl), audience, environment: 'local' },
    }),
    dynamoDbEndpoint(environment, folder, endings, log),
  );
  const controlPlane = new ControlPlane();
  const controlPlaneUrl = await listen(controlPlane.server, 0);
  endings.push(() => close(controlPlane.server, 0));
  const deployment = new Deployment(readAssembly(assemblyDirectory), { region, account, controlPlaneUrl });
  const services = openServices(deployment, folder);
  endings.push(() => services.close());
  const apis = readRestApis(deployment, region);
  const credentials = credentialsOf(environment);
  let s3 = environment['AWS_ENDPOINT_URL_S3'] ?? '';

  const functions = new Functions(readFunctions(deployment, folder), {
    folder,
    region,
    maxInstances: options.maxInstances ?? 8,
    idleMilliseconds: options.idleMilliseconds ?? 120_000,
    maxProcesses: options.maxProcesses ?? 48,
    shared: () => ({ ...credentials, ...endpointVariables({ dynamodb, s3, controlPlaneUrl }) }),
    localize: (value) =>
      apis.reduce(
        (text, { id, stage, region: home }) =>
          text.replaceAll(`https://${id}.execute-api.${home}.amazonaws.com/${stage.name}`, baseUrl),
        value,
      ),
    onLog: options.onInvocation ?? (() => {}),
  });
  endings.push(() => functions.stop());
  /** What Lambda, S3 and the schedules hand on: to a function's queue of events, or to a queue. */
  const deliver = (arn: string, body: string, id?: string) => {
    const queue = services.queues.find(arn);
    if (queue !== undefined) services.queues.send(queue, body);
    else if (functions.find(arn) !== undefined) asyncInvocations.accept(arn, body, id);
    else log(`An event for ${arn} was dropped: the templates hold no such function or queue.`);
  };
  const asyncInvocations = new AsyncInvocations(deployment, folder, {
    functions,
    retryMilliseconds: options.asyncRetryMilliseconds ?? [1_000, 2_000],
    concurrency: options.maxInstances ?? 8,
    deliver,
    log,
  });
  endings.push(() => asyncInvocations.stop());
  controlPlane.serve(controlPlaneOf(services, functions, asyncInvocations, { region, account }));

  const buckets = readBuckets(deployment);
  const [tables] = await together(
    prepareTables(deployment, { endpoint: dynamodb, region, credentials }),
    (async () => {
      if (s3 !== '') return;
      const engine = await startS3({
        folder,
        region,
        buckets: [...buckets.values()],
        onNotification: (id, arn, payload) => deliver(arn, payload, id),
        log,
      });
      s3 = engine.endpoint;
      endings.push(() => engine.stop());
    })(),
  );
  await runCustomResources(deployment, functions, folder);
  functions.checkEnvironments();

  const schedules = new Schedules(deployment, { folder, account, region, deliver });
  endings.push(() => schedules.stop());
  const accessLogs = new AccessLogs(folder);
  endings.push(() => accessLogs.flushed());
  gateway.serve({
    apis,
    account,
    accessLogs,
    usagePlans: services.usagePlans,
    buckets: services.buckets,
    authorizers: new Authorizers((arn, event, signal) => functions.get(arn).invoke(event, { signal })),
    invoke: (arn, event, id, signal) => functions.get(arn).invoke(event, { id, signal }),
    onAnswered: options.onRequest ?? (() => {}),
  });
  endings.push(() => close(gateway.server, 5_000));
  asyncInvocations.start();
  schedules.start();
  if (options.verbose) for (const type of typesLeftOut(deployment)) log(`Not run here: ${type}`);

  const token = (claims: Readonly<Record<string, unknown>>, expires?: string) =>
    signToken(signingKey, baseUrl, claims, expires);
  return {
    baseUrl,
    endpoints: { dynamodb, s3 },
    controlPlane: controlPlaneUrl,
    tables: constructNames(tables, 'Table'),
    buckets: constructNames(new Map([...buckets].map(([id, { name }]) => [id, name])), 'Bucket'),
    seeded: await seedOnce(folder, options.seed, { baseUrl, token, log }),
    folder,
    functions,
    asyncInvocations,
    deployment,
    token,
  };
}

async function dynamoDbEndpoint(
  environment: Readonly<Record<string, string | undefined>>,
  folder: DataFolder,
  endings: Endings,
  log: (line: string) => void,
): Promise<string> {
  const external = environment['AWS_ENDPOINT_URL_DYNAMODB'];
  if (external !== undefined && external !== '') return external;
  const engine = await startDynamoDb(folder, log);
  endings.push(() => engine.stop());
  return engine.endpoint;
}
