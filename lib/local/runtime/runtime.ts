import { randomBytes } from 'node:crypto';
import { readCustomDomains, readRestApis } from '../api-gateway/model/api.ts';
import { AccessLogs } from '../api-gateway/server/access-log.ts';
import { addressesOf } from '../api-gateway/server/addresses.ts';
import { Gateway } from '../api-gateway/server/gateway.ts';
import { readAssembly } from '../cloudformation/assembly.ts';
import { runCustomResources } from '../cloudformation/custom-resources.ts';
import { constructNames, Deployment } from '../cloudformation/deployment.ts';
import { unsupportedTypes } from '../cloudformation/template-coverage.ts';
import { ControlPlane } from '../control-plane/server.ts';
import { dynamoDbFront, startDynamoDb } from '../dynamodb/dynamodb.ts';
import { prepareTables } from '../dynamodb/tables.ts';
import { Schedules } from '../events/schedules.ts';
import { close, listen } from '../http/http-server.ts';
import { issuerHandler } from '../identity/issuer.ts';
import { type Person, SignIns } from '../identity/sign-ins.ts';
import { issuerKey, signToken } from '../identity/tokens.ts';
import { startPayments, storePaymentKeys } from '../payments/payments.ts';
import { readBuckets } from '../s3/buckets.ts';
import { startS3 } from '../s3/s3-engine.ts';
import { DataFolder } from '../state/data-folder.ts';
import { writeAddress } from '../state/local-description.ts';
import type { Engine } from '../supervised-engine.ts';
import { WebApp } from '../web/web-handler.ts';
import { openLambda } from './lambda-service.ts';
import type { LocalOptions } from './local-options.ts';
import { localizeValue, localSettings } from './local-settings.ts';
import { localVariables, sdkVariables } from './sdk-variables.ts';
import { seedOnce } from './seeding.ts';
import { controlPlaneOptions, openServices } from './services.ts';

const account = '000000000000';

/** Functions that stop the started parts, in the order of the starts. They run in reverse. */
type Cleanups = (() => Promise<void> | void)[];

export type LocalRuntime = Awaited<ReturnType<typeof startLocal>>;

/**
 * Synthesizes the app and runs its templates on this machine. `stop` stops everything in order and leaves no process
 * behind. Throws StartError with one sentence for the user.
 */
export async function startLocal(options: LocalOptions) {
  const cleanups: Cleanups = [];
  let stopped: Promise<void> | undefined;
  const runCleanups = async () => {
    for (const cleanUp of cleanups.reverse()) await cleanUp();
  };
  const stop = () => {
    stopped ??= runCleanups();
    return stopped;
  };
  try {
    return { ...(await start(options, cleanups)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: LocalOptions, cleanups: Cleanups) {
  const environment = withSecret(options.environment ?? process.env);
  const log = options.log ?? (() => {});
  const folder = DataFolder.take(options.dataFolder, { fresh: options.fresh ?? false });
  cleanups.push(() => folder.release());
  const signingKey = await issuerKey(folder);
  const signIns = new SignIns(folder.file('state', 'sign-ins.jsonl'));
  cleanups.push(() => signIns.close());
  let baseUrl = '';
  let people: readonly Person[] = [];
  const issuer = issuerHandler({ key: signingKey, baseUrl: () => baseUrl, people: () => people, signIns });
  const endpoints = { dynamodb: '', s3: '', payments: '' };
  const web = new WebApp({
    baseUrl: () => baseUrl,
    hosts: () => ({ connect: [endpoints.s3], images: [endpoints.s3] }),
  });
  const gateway = new Gateway((...request) => issuer(...request) || web.handler(...request));
  // The gateway listens first, so that a port in use is reported at once.
  baseUrl = await listen(gateway.server, options.port ?? 0);
  cleanups.push(() => close(gateway.server, 0));
  writeAddress(folder, baseUrl);

  log('Synthesizing the templates and starting the engines …');
  const [{ assemblyDirectory }, dynamodb] = await bothSettled(
    options.synthesize({ outdir: folder.file('assembly'), context: localSettings }),
    engineEndpoint(environment['AWS_ENDPOINT_URL_DYNAMODB'], cleanups, () =>
      startDynamoDb(folder, environment, log),
    ),
  );
  // After the synthesis, because each takes 300 MB and one of the two processors of a small machine.
  if (options.web) web.build(options.web, log);
  endpoints.dynamodb = await engineEndpoint(environment['AWS_ENDPOINT_URL_DYNAMODB'], cleanups, async () => {
    const front = dynamoDbFront(dynamodb);
    return { endpoint: await listen(front, 0), stop: () => close(front, 0) };
  });
  const controlPlane = new ControlPlane();
  const controlPlaneUrl = await listen(controlPlane.server, 0);
  cleanups.push(() => close(controlPlane.server, 0));
  const place = { account, region: environment['AWS_REGION'] || 'us-east-1' };
  const deployment = new Deployment(readAssembly(assemblyDirectory), { ...place, controlPlaneUrl });
  const services = openServices(deployment, folder);
  cleanups.push(() => services.close());
  const apis = readRestApis(deployment, place);
  const domains = readCustomDomains(deployment);

  const paymentKeys = storePaymentKeys(services.secrets, deployment);
  const payments = await startPayments({
    folder,
    clock: services.clock,
    target: () => ({ url: `${baseUrl}/api/v1/webhooks/stripe`, secret: paymentKeys?.webhook_secret ?? '' }),
  });
  cleanups.push(() => payments.stop());

  endpoints.payments = payments.address;
  const localize = (value: string) =>
    localizeValue(value, { apis, domains }, { baseUrl, dataFolder: folder.path });
  const { clock, queues } = services;
  const variables = () => ({
    ...sdkVariables(environment, { dynamodb, s3: endpoints.s3, controlPlane: controlPlaneUrl }),
    ...localVariables(clock, { payments: payments.address, web: options.web && baseUrl }),
  });
  const { region } = place;
  const lambda = openLambda({ options, deployment, folder, queues, region, variables, localize, log });
  const { functions, asyncInvocations, deliver } = lambda;
  cleanups.push(
    () => functions.stop(),
    () => asyncInvocations.stop(),
  );
  controlPlane.serve(
    controlPlaneOptions(services, lambda, deployment, localize, () => payments.pendingCount),
  );

  const buckets = readBuckets(deployment);
  const { AWS_ACCESS_KEY_ID: accessKey = '', AWS_SECRET_ACCESS_KEY: secretKey = '' } = variables();
  const credentials = { accessKey, secretKey };
  const [, s3] = await bothSettled(
    prepareTables(deployment, dynamodb, variables()),
    // An S3 of the caller sends no notifications.
    engineEndpoint(environment['AWS_ENDPOINT_URL_S3'], cleanups, () =>
      startS3({ folder, log, region, buckets, credentials, deliver }),
    ),
  );
  endpoints.s3 = s3;
  await runCustomResources(deployment, functions, folder);
  await web.ready();
  functions.checkConfigurations();
  const eventSources = lambda.openEventSources();
  cleanups.push(() => eventSources.stop());

  const schedules = new Schedules(deployment, { ...place, folder, clock, deliver });
  cleanups.push(() => schedules.stop());
  const accessLogs = new AccessLogs(apis, folder);
  cleanups.push(() => accessLogs.close());
  gateway.serve({
    apis,
    domains,
    account,
    accessLogs,
    usagePlans: services.usagePlans,
    buckets: services.buckets,
    invoke: (arn, event, signal) => functions.get(arn).invoke(event, { signal }),
    onRequest: options.onRequest ?? (() => {}),
  });
  cleanups.push(() => close(gateway.server, 5_000));
  asyncInvocations.start();
  eventSources.start();
  schedules.start();
  payments.start();
  if (options.verbose) for (const type of unsupportedTypes(deployment)) log(`Does not run here: ${type}`);

  const token = (claims: Readonly<Record<string, unknown>>, expires?: string) =>
    signToken(signingKey, baseUrl, claims, expires);
  const seeded = await seedOnce(folder, options.seed, { baseUrl, token, log });
  people = options.people?.(seeded) ?? [];
  return {
    baseUrl,
    endpoints,
    addresses: addressesOf(apis, domains, new URL(baseUrl).port),
    /** Endpoint of all services except DynamoDB and S3. */
    controlPlane: controlPlaneUrl,
    /** Physical names by construct: CommerceTable is `commerce`, X12Bucket `x12`; URLs of queues. */
    tables: constructNames(deployment.resources('AWS::DynamoDB::Table'), 'Table'),
    buckets: constructNames(deployment.resources('AWS::S3::Bucket'), 'Bucket'),
    queues: constructNames(deployment.resources('AWS::SQS::Queue'), 'Queue'),
    seeded,
    people,
    folder,
    functions,
    asyncInvocations,
    deployment,
    token,
  };
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Adds a secret to sign links with, because a page of another machine could use one that everybody knows. */
const withSecret = (environment: Environment): Environment => ({
  ...environment,
  AWS_SECRET_ACCESS_KEY: environment['AWS_SECRET_ACCESS_KEY'] || randomBytes(30).toString('base64url'),
});

/** Starts an engine, unless the caller has one already. Returns the endpoint. */
async function engineEndpoint(
  external: string | undefined,
  cleanups: Cleanups,
  start: () => Promise<Engine>,
): Promise<string> {
  if (external) return external;
  const engine = await start();
  cleanups.push(() => engine.stop());
  return engine.endpoint;
}

/** Waits for both even when one fails, so that every started engine is registered for clean-up. */
async function bothSettled<One, Other>(
  one: Promise<One>,
  other: Promise<Other>,
): Promise<readonly [One, Other]> {
  await Promise.allSettled([one, other]);
  return [await one, await other];
}
