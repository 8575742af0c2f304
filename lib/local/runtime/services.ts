import { ApiKeys } from '../api-gateway/api-keys.ts';
import { TokenBuckets } from '../api-gateway/token-bucket.ts';
import { readPlanKeys, readTemplateKeys, readUsagePlans } from '../api-gateway/usage-plan-model.ts';
import { UsagePlans } from '../api-gateway/usage-plans.ts';
import { apiGatewayRoutes } from '../control-plane/api-gateway.ts';
import { cloudFormationRoutes } from '../control-plane/cloudformation.ts';
import { lambdaRoutes } from '../control-plane/lambda.ts';
import type { ControlPlaneOptions } from '../control-plane/server.ts';
import { ssm } from '../control-plane/ssm.ts';
import { Keys } from '../kms/keys.ts';
import { kms } from '../kms/kms.ts';
import type { AsyncInvocations } from '../lambda/async-invocations.ts';
import type { Functions } from '../lambda/functions.ts';
import { Secrets } from '../secrets-manager/secrets.ts';
import { secretsManager } from '../secrets-manager/secrets-manager.ts';
import { Queues } from '../sqs/queues.ts';
import { sqs } from '../sqs/sqs.ts';
import type { DataFolder } from '../state/data-folder.ts';
import { isJsonObject } from '../templates/json.ts';
import { type Parameter, readParameters } from '../templates/parameters.ts';
import type { Deployment } from './deployment.ts';

/** The small services that live in the runtime's own process, with what the templates put into them. */
export interface Services {
  readonly secrets: Secrets;
  readonly keys: Keys;
  readonly queues: Queues;
  readonly apiKeys: ApiKeys;
  readonly usagePlans: UsagePlans;
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
  const keys = new Keys(folder);
  keys.adopt(deployment);
  const queues = new Queues(deployment, folder);
  const apiKeys = new ApiKeys(folder);
  for (const key of readTemplateKeys(deployment)) apiKeys.adopt(key);
  for (const { keyId, planId } of readPlanKeys(deployment)) apiKeys.addToPlan(keyId, planId);
  const buckets = new TokenBuckets();
  const usagePlans = new UsagePlans(readUsagePlans(deployment), apiKeys, buckets, folder);
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
export function controlPlaneOf(
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
