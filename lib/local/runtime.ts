import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { readAssembly } from './assembly.ts';
import { apiGatewayRoutes } from './control-plane/api-gateway.ts';
import { kms } from './control-plane/kms.ts';
import { lambdaRoutes } from './control-plane/lambda.ts';
import { secretsManager } from './control-plane/secrets-manager.ts';
import { ControlPlane } from './control-plane/server.ts';
import { sqs } from './control-plane/sqs.ts';
import { DataFolder } from './data-folder.ts';
import { Deployment } from './deployment.ts';
import { startDynamoDb } from './engines/dynamodb.ts';
import { AsyncInvocations } from './functions/async-invocations.ts';
import { readFunctions } from './functions/function-config.ts';
import { Functions } from './functions/functions.ts';
import type { InvocationReport } from './functions/pool.ts';
import { AccessLogs } from './gateway/access-log.ts';
import { ApiKeys } from './gateway/api-keys.ts';
import { readRestApis } from './gateway/api-model.ts';
import { Authorizers } from './gateway/authorizers.ts';
import { type AnsweredRequest, Gateway } from './gateway/server.ts';
import { TokenBuckets } from './gateway/token-bucket.ts';
import { readPlanKeys, readTemplateKeys, readUsagePlans } from './gateway/usage-plan-model.ts';
import { UsagePlans } from './gateway/usage-plans.ts';
import { audience, issuerHandler, issuerKey, issuerOf, signToken } from './issuer.ts';
import { Keys } from './keys.ts';
import { close, listen } from './listen.ts';
import { Queues } from './queues.ts';
import { Secrets } from './secrets.ts';
import { prepareTables } from './tables.ts';

const account = '000000000000';

/** Writes the templates to run; the app's own `synthesize`, or a test's. */
export type Synthesize = (options: {
  readonly outdir: string;
  readonly context: Readonly<Record<string, unknown>>;
}) => Promise<{ readonly assemblyDirectory: string }>;

export interface LocalOptions {
  readonly dataFolder: string;
  readonly synthesize: Synthesize;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Empties the data folder first. */
  readonly fresh?: boolean;
  /** AWS_REGION, AWS_ENDPOINT_URL_DYNAMODB and AWS_ENDPOINT_URL_S3 are read from here. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Instances of one function at a time. */
  readonly maxInstances?: number;
  readonly idleMilliseconds?: number;
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
  /** Endpoint of the other services: API Gateway's control plane, Secrets Manager, KMS, SQS, Lambda. */
  readonly controlPlane: string;
  /** Names by what the construct is called: CommerceTable is `commerce`. */
  readonly tables: Readonly<Record<string, string>>;
  readonly buckets: Readonly<Record<string, string>>;
  readonly folder: DataFolder;
  readonly functions: Functions;
  readonly asyncInvocations: AsyncInvocations;
  readonly deployment: Deployment;
  /** A token of the development issuer. */
  readonly token: (claims: Readonly<Record<string, unknown>>, expires?: string) => Promise<string>;
  /** Ends everything in order; nothing is left running. */
  readonly stop: () => Promise<void>;
}

/**
 * Synthesizes the app and runs its templates on this machine.
 * Throws StartError, with one sentence for the user, when that is not possible.
 */
export async function startLocal(options: LocalOptions): Promise<LocalRuntime> {
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    return { ...(await start(options, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  options: LocalOptions,
  stops: (() => Promise<void> | void)[],
): Promise<Omit<LocalRuntime, 'stop'>> {
  const environment = options.environment ?? process.env;
  const region = environment['AWS_REGION'] ?? 'us-east-1';
  const log = options.log ?? (() => {});

  const folder = DataFolder.take(options.dataFolder, { fresh: options.fresh ?? false });
  stops.push(() => folder.release());
  const signingKey = await issuerKey(folder);
  let baseUrl = '';
  const gateway = new Gateway(
    issuerHandler(
      () => signingKey,
      () => baseUrl,
    ),
  );
  baseUrl = await listen(gateway.server, options.port ?? 0);
  stops.push(() => close(gateway.server, 2_000));
  const controlPlane = new ControlPlane();
  const controlPlaneUrl = await listen(controlPlane.server, 0);
  stops.push(() => close(controlPlane.server, 0));

  const [assembly, dynamodb] = await Promise.all([
    options.synthesize({
      outdir: folder.file('assembly'),
      context: { issuer: issuerOf(baseUrl), audience, environment: 'local' },
    }),
    dynamoDbEndpoint(environment, folder, stops, log),
  ]);
  const deployment = new Deployment(readAssembly(assembly.assemblyDirectory), {
    region,
    account,
    controlPlaneUrl,
  });

  const credentials = {
    accessKeyId: environment['AWS_ACCESS_KEY_ID'] ?? 'local',
    secretAccessKey: environment['AWS_SECRET_ACCESS_KEY'] ?? 'local',
  };
  const client = new DynamoDBClient({ endpoint: dynamodb, region, credentials });
  const tables = await prepareTables(deployment, client);
  client.destroy();

  const secrets = new Secrets(folder);
  secrets.adopt(deployment);
  const keys = new Keys(folder);
  keys.adopt(deployment);
  const queues = new Queues(deployment, folder);
  const apiKeys = new ApiKeys(folder);
  for (const key of readTemplateKeys(deployment)) apiKeys.adopt(key);
  for (const { keyId, planId } of readPlanKeys(deployment)) apiKeys.addToPlan(keyId, planId);
  const buckets = new TokenBuckets();
  const usagePlans = new UsagePlans(readUsagePlans(deployment), apiKeys, buckets, folder);
  stops.push(() => {
    for (const store of [secrets, keys, queues, apiKeys, usagePlans]) store.close();
  });

  const apis = readRestApis(deployment, region);
  const functions = new Functions(readFunctions(deployment, folder), {
    folder,
    region,
    maxInstances: options.maxInstances ?? 8,
    idleMilliseconds: options.idleMilliseconds ?? 120_000,
    shared: {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_ENDPOINT_URL_DYNAMODB: dynamodb,
      AWS_ENDPOINT_URL_API_GATEWAY: controlPlaneUrl,
      AWS_ENDPOINT_URL_KMS: controlPlaneUrl,
      AWS_ENDPOINT_URL_LAMBDA: controlPlaneUrl,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: controlPlaneUrl,
      AWS_ENDPOINT_URL_SQS: controlPlaneUrl,
    },
    localize: (value) => {
      let localized = value;
      for (const { id, stage, region: home } of apis) {
        localized = localized.replaceAll(
          `https://${id}.execute-api.${home}.amazonaws.com/${stage.name}`,
          baseUrl,
        );
      }
      return localized;
    },
    onLog: options.onInvocation ?? (() => {}),
  });
  stops.push(() => functions.stop());
  const asyncInvocations = new AsyncInvocations(deployment, folder, {
    functions,
    retryMilliseconds: options.asyncRetryMilliseconds ?? [1_000, 2_000],
    concurrency: options.maxInstances ?? 8,
    deliver: (arn, body) => {
      const queue = queues.find(arn);
      if (queue !== undefined) queues.send(queue, body);
      else if (functions.find(arn) !== undefined) asyncInvocations.accept(arn, body);
    },
    log,
  });
  stops.push(() => asyncInvocations.stop());

  controlPlane.serve({
    targets: {
      secretsmanager: secretsManager(secrets, `arn:aws:secretsmanager:${region}:${account}:secret:`),
      TrentService: kms(keys),
      AmazonSQS: sqs(queues),
    },
    routes: [...apiGatewayRoutes(apiKeys, usagePlans), ...lambdaRoutes(functions, asyncInvocations)],
  });
  const accessLogs = new AccessLogs(folder);
  stops.push(() => accessLogs.flushed());
  gateway.serve({
    apis,
    account,
    accessLogs,
    usagePlans,
    buckets,
    authorizers: new Authorizers((arn, event, signal) => functions.get(arn).invoke(event, { signal })),
    invoke: (arn, event, id, signal) => functions.get(arn).invoke(event, { id, signal }),
    onAnswered: options.onRequest ?? (() => {}),
  });
  asyncInvocations.start();

  return {
    baseUrl,
    endpoints: { dynamodb, s3: '' },
    controlPlane: controlPlaneUrl,
    tables: shortNames(tables, 'Table'),
    buckets: {},
    folder,
    functions,
    asyncInvocations,
    deployment,
    token: (claims, expires) => signToken(signingKey, baseUrl, claims, expires),
  };
}

async function dynamoDbEndpoint(
  environment: Readonly<Record<string, string | undefined>>,
  folder: DataFolder,
  stops: (() => Promise<void> | void)[],
  log: (line: string) => void,
): Promise<string> {
  const external = environment['AWS_ENDPOINT_URL_DYNAMODB'];
  if (external !== undefined && external !== '') return external;
  const engine = await startDynamoDb(folder, log);
  stops.push(() => engine.stop());
  return engine.endpoint;
}

/** CommerceTable becomes commerce, X12Bucket x12. */
function shortNames(
  byConstruct: ReadonlyMap<string, string>,
  suffix: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...byConstruct].map(([constructId, name]) => {
      const short = constructId.endsWith(suffix) ? constructId.slice(0, -suffix.length) : constructId;
      return [short.charAt(0).toLowerCase() + short.slice(1), name];
    }),
  );
}
