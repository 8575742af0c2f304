import { readRestApis } from '../api-gateway/model/api.ts';
import { readCustomDomains } from '../api-gateway/model/custom-domain.ts';
import { Authorizers } from '../api-gateway/processing/authorizers.ts';
import { AccessLogs } from '../api-gateway/server/access-log.ts';
import { addressesOf } from '../api-gateway/server/addresses.ts';
import { Gateway } from '../api-gateway/server/gateway.ts';
import { readAssembly } from '../cloudformation/assembly.ts';
import { runCustomResources } from '../cloudformation/custom-resources.ts';
import { Deployment } from '../cloudformation/deployment.ts';
import { ControlPlane } from '../control-plane/server.ts';
import { prepareTables } from '../dynamodb/tables.ts';
import { Schedules } from '../events/schedules.ts';
import { audience, issuerHandler, issuerKey, issuerOf, signToken } from '../identity/issuer.ts';
import type { AsyncInvocations } from '../lambda/events/async-invocations.ts';
import type { Functions } from '../lambda/functions.ts';
import { readBuckets } from '../s3/buckets.ts';
import { DataFolder } from '../state/data-folder.ts';
import { writeAddress } from '../state/local-description.ts';
import { constructNames } from '../templates/construct-names.ts';
import { unsupportedTypes } from '../templates/template-coverage.ts';
import { type Cleanups, dynamoDbEndpoint, s3Endpoint } from './engines.ts';
import { openLambda } from './lambda-service.ts';
import { close, listen } from './listen.ts';
import type { LocalOptions } from './local-options.ts';
import { localAddresses, sdkVariables } from './sdk-variables.ts';
import { type SeedResult, seedOnce } from './seeding.ts';
import { controlPlaneOptions, openServices } from './services.ts';
import { bothSettled } from './together.ts';

const account = '000000000000';

export interface LocalRuntime {
  readonly baseUrl: string;
  readonly endpoints: { readonly dynamodb: string; readonly s3: string };
  /** Addresses as API Gateway gives them, by stack name: of the stage, and of each custom domain with a base path. */
  readonly addresses: Readonly<Record<string, readonly string[]>>;
  /** Endpoint of the other services: API Gateway's control plane, CloudFormation, Secrets Manager, KMS, SQS, SSM, Lambda. */
  readonly controlPlane: string;
  /** Names by what the construct is called: CommerceTable is `commerce`, X12Bucket `x12`. */
  readonly tables: Readonly<Record<string, string>>;
  readonly buckets: Readonly<Record<string, string>>;
  /** Addresses of queues, by what the construct is called. */
  readonly queues: Readonly<Record<string, string>>;
  readonly seeded: SeedResult | undefined;
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
  const endings: Cleanups = [];
  let stopped: Promise<void> | undefined;
  const endAll = async () => {
    for (const end of endings.reverse()) await end();
  };
  const stop = () => {
    stopped ??= endAll();
    return stopped;
  };
  try {
    return { ...(await start(options, endings)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: LocalOptions, endings: Cleanups): Promise<Omit<LocalRuntime, 'stop'>> {
  const environment = options.environment ?? process.env;
  const log = options.log ?? (() => {});
  const folder = DataFolder.take(options.dataFolder, { fresh: options.fresh ?? false });
  endings.push(() => folder.release());
  const signingKey = await issuerKey(folder);
  let baseUrl = '';
  const gateway = new Gateway(issuerHandler(signingKey, () => baseUrl));
  // The address is part of the templates (the issuer), and a port in use is told before anything else is done.
  baseUrl = await listen(gateway.server, options.port ?? 0);
  endings.push(() => close(gateway.server, 0));
  writeAddress(folder, baseUrl);

  log('Bundling the functions, synthesizing the templates and starting the engines …');
  const [{ assemblyDirectory }, dynamodb] = await bothSettled(
    options.synthesize({
      outdir: folder.file('assembly'),
      context: { issuer: issuerOf(baseUrl), audience, environment: 'local' },
    }),
    dynamoDbEndpoint(environment, folder, endings, log),
  );
  const controlPlane = new ControlPlane();
  const controlPlaneUrl = await listen(controlPlane.server, 0);
  endings.push(() => close(controlPlane.server, 0));
  const place = { account, region: environment['AWS_REGION'] || 'us-east-1' };
  const deployment = new Deployment(readAssembly(assemblyDirectory), { ...place, controlPlaneUrl });
  const services = openServices(deployment, folder);
  endings.push(() => services.close());
  const apis = readRestApis(deployment, place.region);
  const domains = readCustomDomains(deployment);

  const endpoints = { dynamodb, s3: environment['AWS_ENDPOINT_URL_S3'] ?? '' };
  const localize = (value: string) => localAddresses(value, apis, baseUrl);
  const compute = openLambda({
    options,
    deployment,
    folder,
    queues: services.queues,
    region: place.region,
    variables: () => sdkVariables(environment, { ...endpoints, controlPlane: controlPlaneUrl }),
    localize,
    log,
  });
  const { functions, asyncInvocations, openEventSources, deliver } = compute;
  endings.push(
    () => functions.stop(),
    () => asyncInvocations.stop(),
  );
  controlPlane.serve(
    controlPlaneOptions(services, functions, asyncInvocations, { ...place, deployment, localize }),
  );

  const buckets = readBuckets(deployment);
  const [tables, s3] = await bothSettled(
    prepareTables(deployment, dynamodb, sdkVariables(environment, { ...endpoints, controlPlane: '' })),
    s3Endpoint(endpoints.s3, { folder, log, region: place.region, buckets, deliver }, endings),
  );
  endpoints.s3 = s3;
  await runCustomResources(deployment, functions, folder);
  functions.checkConfigurations();
  const eventSources = openEventSources();
  endings.push(() => eventSources.stop());

  const schedules = new Schedules(deployment, { ...place, folder, deliver });
  endings.push(() => schedules.stop());
  const accessLogs = new AccessLogs(folder);
  endings.push(() => accessLogs.flushed());
  gateway.serve({
    apis,
    domains,
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
  eventSources.start();
  schedules.start();
  if (options.verbose) for (const type of unsupportedTypes(deployment)) log(`Not run here: ${type}`);

  const token = (claims: Readonly<Record<string, unknown>>, expires?: string) =>
    signToken(signingKey, baseUrl, claims, expires);
  return {
    baseUrl,
    endpoints,
    addresses: addressesOf(apis, domains, new URL(baseUrl).port),
    controlPlane: controlPlaneUrl,
    tables: constructNames(tables, 'Table'),
    buckets: constructNames(new Map([...buckets].map(([id, { name }]) => [id, name])), 'Bucket'),
    queues: constructNames(
      new Map(deployment.resources('AWS::SQS::Queue').map(({ constructId, ref }) => [constructId, ref])),
      'Queue',
    ),
    seeded: await seedOnce(folder, options.seed, { baseUrl, token, log }),
    folder,
    functions,
    asyncInvocations,
    deployment,
    token,
  };
}
