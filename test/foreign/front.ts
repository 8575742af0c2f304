import {
  APIGatewayClient,
  GetStagesCommand,
  type MethodSetting,
  paginateGetApiKeys,
  paginateGetResources,
  paginateGetRestApis,
  paginateGetUsagePlanKeys,
  paginateGetUsagePlans,
} from '@aws-sdk/client-api-gateway';
import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import * as z from 'zod';
import { ApiKeyStore } from '#lib/local/api-gateway/keys/api-key-store.ts';
import { TokenBuckets, UsagePlanLimiter } from '#lib/local/api-gateway/keys/usage-plan-limiter.ts';
import type { RestApi } from '#lib/local/api-gateway/model/api.ts';
import { type RouteNode, readApiBody } from '#lib/local/api-gateway/model/api-body.ts';
import type { Stage } from '#lib/local/api-gateway/model/stage.ts';
import type { UsagePlan } from '#lib/local/api-gateway/model/usage-plan.ts';
import type { Invoke } from '#lib/local/api-gateway/processing/authorizers.ts';
import { AccessLogs } from '#lib/local/api-gateway/server/access-log.ts';
import { Gateway, type RequestReport } from '#lib/local/api-gateway/server/gateway.ts';
import { close, listen } from '#lib/local/http/http-server.ts';
import type { DataFolder } from '#lib/local/state/data-folder.ts';

const region = 'us-east-1';
const account = '000000000000';

/** The gateway of the local runtime in front of the functions and plans of a foreign engine, which calls no authorizers. */
export interface Front {
  readonly baseUrl: string;
  /** Every request so far. */
  readonly requests: readonly RequestReport[];
  /** The key by which the last request was metered. */
  lastUsageKey(): string | undefined;
  /** Reads APIs, plans and keys of the engine again. */
  refresh(): Promise<readonly RestApi[]>;
  stop(): Promise<void>;
}

/** Starts a front. The variables of the environment lead the SDK to the engine. */
export async function startFront(folder: DataFolder): Promise<Front> {
  const gateway = new Gateway(() => false);
  const baseUrl = await listen(gateway.server, 0);
  const requests: RequestReport[] = [];
  const buckets = new TokenBuckets();
  let closeBefore = () => {};
  let lastUsageKey: string | undefined;
  const refresh = async () => {
    const apis = await restApis();
    const keys = new ApiKeyStore(folder);
    const usagePlans = new UsagePlanLimiter(await readPlans(keys), keys, buckets, folder);
    const accessLogs = new AccessLogs(apis, folder);
    closeBefore();
    closeBefore = () => {
      usagePlans.close();
      accessLogs.close();
      keys.close();
    };
    gateway.serve({
      ...{ apis, domains: [], account, accessLogs, usagePlans, buckets },
      invoke: async (...call) => {
        const outcome = await invoke(...call);
        const key = outcome.ok ? usageKeySchema.safeParse(JSON.parse(outcome.payload)).data : undefined;
        lastUsageKey = key?.usageIdentifierKey ?? lastUsageKey;
        // Since the last look the operator may have created it.
        if (key !== undefined && keys.byValue(key.usageIdentifierKey) === undefined) await readPlans(keys);
        return outcome;
      },
      onRequest: (request) => requests.push(request),
    });
    return apis;
  };
  await refresh();
  return {
    ...{ baseUrl, requests, refresh, lastUsageKey: () => lastUsageKey },
    stop: async () => {
      await close(gateway.server, 0);
      closeBefore();
    },
  };
}

/** The answer of an authorizer. */
const usageKeySchema = z.object({ policyDocument: z.unknown(), usageIdentifierKey: z.string() });

const errorSchema = z.object({
  errorType: z.string().default('Error'),
  errorMessage: z.string().default(''),
  trace: z.array(z.string()).default([]),
});

const invoke: Invoke = async (functionArn, event, abortSignal) => {
  const start = performance.now();
  const { FunctionError, Payload } = await lambda().send(
    new InvokeCommand({ FunctionName: functionArn, Payload: event }),
    { abortSignal },
  );
  const payload = Payload?.transformToString() ?? 'null';
  const call = { id: '', milliseconds: performance.now() - start, initMilliseconds: undefined };
  return FunctionError === undefined
    ? { ...call, ok: true, payload }
    : { ...call, ok: false, error: errorSchema.parse(JSON.parse(payload)) };
};

let lambdaClient: LambdaClient | undefined;
function lambda(): LambdaClient {
  lambdaClient ??= new LambdaClient({ maxAttempts: 1 });
  return lambdaClient;
}

/**
 * Reads the definitions that the stacks name, as API Gateway imports them.
 *
 * @throws Error if the engine has imported other paths and methods
 */
async function restApis(): Promise<RestApi[]> {
  const client = new APIGatewayClient();
  const apis: RestApi[] = [];
  for await (const { items = [] } of paginateGetRestApis({ client }, {})) {
    for (const { id = '', tags = {} } of items) {
      const stackName = tags['aws:cloudformation:stack-name'] ?? '';
      const stage = await stageOf(client, id);
      const refusal = (place: string, reason: string) => new Error(`${stackName}, ${place}: ${reason}`);
      const text = (await definitionOf(stackName))
        .replaceAll(`\${AWS::AccountId}`, account)
        .replaceAll(`\${AWS::Partition}`, 'aws')
        .replaceAll(`\${AWS::Region}`, region);
      const body = readApiBody(text, { stage, refusal });
      const [declared, imported] = [methodsBelow(body.root).sort(), (await methodsOf(client, id)).sort()];
      if (declared.join() !== imported.join()) {
        throw new Error(
          `${stackName} declares ${declared.length} methods; the engine has ${imported.length}`,
        );
      }
      apis.push({ id, stackName, region, stage, ...body });
    }
  }
  return apis;
}

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      Properties: z.object({ BodyS3Location: z.object({ Key: z.string() }).optional() }).default({}),
    }),
  ),
});

async function definitionOf(StackName: string): Promise<string> {
  const { TemplateBody } = await new CloudFormationClient().send(
    new GetTemplateCommand({ StackName, TemplateStage: 'Original' }),
  );
  const { Resources } = templateSchema.parse(JSON.parse(TemplateBody ?? ''));
  const api = Object.values(Resources).find(({ Type }) => Type === 'AWS::ApiGateway::RestApi');
  const Bucket = `cdk-hnb659fds-assets-${account}-${region}`;
  const stored = new GetObjectCommand({ Bucket, Key: api?.Properties.BodyS3Location?.Key });
  const { Body } = await new S3Client().send(stored);
  return (await Body?.transformToString()) ?? '';
}

function methodsBelow({ resourcePath, methods, literals, parameter, greedy }: RouteNode): string[] {
  const below = [...literals.values(), parameter?.node, greedy?.node].filter((node) => node !== undefined);
  return [
    ...[...methods.keys()].map((method) => `${method} ${resourcePath}`),
    ...below.flatMap(methodsBelow),
  ];
}

async function methodsOf(client: APIGatewayClient, restApiId: string): Promise<string[]> {
  const found: string[] = [];
  const pages = paginateGetResources({ client, pageSize: 500 }, { restApiId, embed: ['methods'] });
  for await (const { items = [] } of pages) {
    for (const { path, resourceMethods = {} } of items) {
      found.push(...Object.keys(resourceMethods).map((method) => `${method} ${path}`));
    }
  }
  return found;
}

async function stageOf(client: APIGatewayClient, restApiId: string): Promise<Stage> {
  const { item = [] } = await client.send(new GetStagesCommand({ restApiId }));
  const [stage] = item;
  const throttle = ({ throttlingRateLimit: rate, throttlingBurstLimit: burst }: MethodSetting) => ({
    ...{ rate: rate ?? 10_000, burst: burst ?? 5_000 },
  });
  return {
    apiId: restApiId,
    name: stage?.stageName ?? '',
    deploymentId: stage?.deploymentId ?? '',
    accessLogFormat: stage?.accessLogSettings?.format,
    throttles: Object.entries(stage?.methodSettings ?? {}).map(([place, setting]) => {
      const [, path = '', httpMethod = ''] = /^(.*)\/([^/]+)$/.exec(place) ?? [];
      const decoded = `/${path.replaceAll('~1', '/').replace(/^\//, '')}`;
      return { path: decoded, httpMethod, throttle: throttle(setting) };
    }),
  };
}

/** Reads the plans, and their keys into `keys`. */
async function readPlans(keys: ApiKeyStore): Promise<UsagePlan[]> {
  const client = new APIGatewayClient();
  for await (const { items = [] } of paginateGetApiKeys({ client }, { includeValues: true })) {
    for (const { id = '', name = '', value = '', enabled = false } of items) {
      keys.put({ id, name, value, enabled, createdDate: 0, lastUpdatedDate: 0, tags: {} });
    }
  }
  const plans: UsagePlan[] = [];
  for await (const { items = [] } of paginateGetUsagePlans({ client }, {})) {
    for (const { id = '', name = '', description, throttle, quota, apiStages = [] } of items) {
      const stages = apiStages.map(({ apiId = '', stage = '' }) => ({ apiId, stage, throttles: new Map() }));
      const { rateLimit: rate = 10_000, burstLimit: burst = 5_000 } = throttle ?? {};
      plans.push({ id, name, description, throttle: { rate, burst }, quota: quota?.limit, stages });
      for await (const page of paginateGetUsagePlanKeys({ client }, { usagePlanId: id })) {
        for (const key of page.items ?? []) keys.addToPlan(key.id ?? '', id);
      }
    }
  }
  return plans;
}
