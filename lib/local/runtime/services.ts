import { ApiKeyStore } from '../api-gateway/keys/api-key-store.ts';
import { apiGatewayRoutes } from '../api-gateway/keys/key-operations.ts';
import { TokenBuckets } from '../api-gateway/keys/token-bucket.ts';
import { UsagePlanLimiter } from '../api-gateway/keys/usage-plan-limiter.ts';
import { readPlanKeys, readTemplateKeys, readUsagePlans } from '../api-gateway/model/usage-plan.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import { cloudFormationRoutes } from '../cloudformation/describe-stacks.ts';
import { isJsonObject } from '../cloudformation/json.ts';
import type { ControlPlaneOptions } from '../control-plane/server.ts';
import { KmsKeys } from '../kms/keys.ts';
import { kms } from '../kms/kms.ts';
import type { AsyncInvocations } from '../lambda/events/async-invocations.ts';
import type { Functions } from '../lambda/functions.ts';
import { lambdaRoutes } from '../lambda/invoke-operation.ts';
import { Secrets } from '../secrets-manager/secrets.ts';
import { secretsManager } from '../secrets-manager/secrets-manager.ts';
import { Queues } from '../sqs/queues.ts';
import { sqs } from '../sqs/sqs.ts';
import { type Parameter, readParameters } from '../ssm/parameters.ts';
import { ssm } from '../ssm/ssm.ts';
import type { DataFolder } from '../state/data-folder.ts';

/** The small services that live in the runtime's own process, with what the templates put into them. */
export interface Services {
  readonly secrets: Secrets;
  readonly keys: KmsKeys;
  readonly queues: Queues;
  readonly apiKeys: ApiKeyStore;
  readonly usagePlans: UsagePlanLimiter;
  readonly buckets: TokenBuckets;
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly close: () => void;
}

export function openServices(deployment: Deployment, folder: DataFolder): Services {
  const secrets = new Secrets(folder);
  secrets.adopt(deployment);
  deployment.dynamicReference = (service, reference) => {
    if (service === 'secretsmanager') return secretReference(secrets, reference);
    return service.startsWith('ssm')
      ? readParameters(deployment).get(reference.split(':')[0] ?? '')?.value
      : undefined;
  };
  const keys = new KmsKeys(folder);
  keys.adopt(deployment);
  const queues = new Queues(deployment, folder);
  const apiKeys = new ApiKeyStore(folder);
  for (const key of readTemplateKeys(deployment)) apiKeys.adopt(key);
  for (const { keyId, planId } of readPlanKeys(deployment)) apiKeys.addToPlan(keyId, planId);
  const buckets = new TokenBuckets();
  const usagePlans = new UsagePlanLimiter(readUsagePlans(deployment), apiKeys, buckets, folder);
  return {
    secrets,
    keys,
    queues,
    apiKeys,
    usagePlans,
    buckets,
    parameters: readParameters(deployment),
    close: () => {
      for (const store of [secrets, keys, queues, apiKeys, usagePlans]) store.close();
    },
  };
}

interface Place {
  readonly region: string;
  readonly account: string;
  readonly deployment: Deployment;
  /** Turns the addresses that API Gateway would have given the APIs into local ones. */
  readonly localize: (value: string) => string;
}

/** What the control plane answers with. */
export function controlPlaneOptions(
  services: Services,
  functions: Functions,
  asyncInvocations: AsyncInvocations,
  place: Place,
): ControlPlaneOptions {
  const { deployment, localize } = place;
  const stackNamed = (name: string) => {
    if (!deployment.stackNames().includes(name)) return undefined;
    const outputs = [...deployment.outputs(name)].map(([key, value]) => [key, localize(value)] as const);
    return { name, status: 'CREATE_COMPLETE', outputs: new Map(outputs) };
  };
  return {
    targets: {
      secretsmanager: secretsManager(
        services.secrets,
        `arn:aws:secretsmanager:${place.region}:${place.account}:secret:`,
      ),
      TrentService: kms(services.keys),
      AmazonSQS: sqs(services.queues),
      AmazonSSM: ssm(services.parameters),
    },
    routes: [
      ...apiGatewayRoutes(services.apiKeys, services.usagePlans),
      ...lambdaRoutes(functions, asyncInvocations),
      ...cloudFormationRoutes(stackNamed),
    ],
  };
}

/** `secret-id:SecretString:json-key:stage:version`, where the id may be an ARN and the rest may be left out. */
function secretReference(secrets: Secrets, reference: string): string | undefined {
  const parts = reference.split(':');
  const length = reference.startsWith('arn:') ? 7 : 1;
  const secret = secrets.find(parts.slice(0, length).join(':'));
  const [, jsonKey = '', stage = '', versionId = ''] = parts.slice(length);
  const version = secret?.versions.find(({ id, stages }) =>
    versionId === '' ? stages.includes(stage === '' ? 'AWSCURRENT' : stage) : id === versionId,
  );
  const text = version?.secretString;
  if (text === undefined || jsonKey === '') return text;
  const content: unknown = JSON.parse(text);
  const value = isJsonObject(content) ? content[jsonKey] : undefined;
  return value === undefined ? undefined : String(value);
}
