import { ApiKeyStore } from '../api-gateway/keys/api-key-store.ts';
import { apiGatewayRoutes } from '../api-gateway/keys/key-operations.ts';
import { TokenBuckets } from '../api-gateway/keys/token-bucket.ts';
import { UsagePlanLimiter } from '../api-gateway/keys/usage-plan-limiter.ts';
import { readPlanKeys, readTemplateKeys, readUsagePlans } from '../api-gateway/model/usage-plan.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import { cloudFormationRoutes } from '../cloudformation/describe-stacks.ts';
import type { ControlPlaneOptions } from '../control-plane/server.ts';
import { KmsKeys } from '../kms/keys.ts';
import { kms } from '../kms/kms.ts';
import { lambdaRoutes } from '../lambda/invoke-operation.ts';
import { Secrets } from '../secrets-manager/secrets.ts';
import { secretsManager } from '../secrets-manager/secrets-manager.ts';
import { Queues } from '../sqs/queues.ts';
import { sqs } from '../sqs/sqs.ts';
import type { DataFolder } from '../state/data-folder.ts';
import type { LambdaService } from './lambda-service.ts';

export type Services = ReturnType<typeof openServices>;

export function openServices(deployment: Deployment, folder: DataFolder) {
  const secrets = new Secrets(folder);
  secrets.adopt(deployment);
  const keys = new KmsKeys(deployment, folder);
  const queues = new Queues(deployment, folder);
  const apiKeys = new ApiKeyStore(folder);
  for (const key of readTemplateKeys(deployment)) apiKeys.adopt(key);
  for (const { keyId, planId } of readPlanKeys(deployment)) apiKeys.addToPlan(keyId, planId);
  const buckets = new TokenBuckets();
  const usagePlans = new UsagePlanLimiter(readUsagePlans(deployment), apiKeys, buckets, folder);
  const close = () => {
    for (const store of [secrets, keys, queues, apiKeys, usagePlans]) store.close();
  };
  return { secrets, keys, queues, apiKeys, usagePlans, buckets, close };
}

/** Returns the operations of the control plane. `localize` turns addresses of the templates into local ones. */
export function controlPlaneOptions(
  services: Services,
  { functions, asyncInvocations }: LambdaService,
  deployment: Deployment,
  localize: (value: string) => string,
): ControlPlaneOptions {
  const stackNamed = (name: string) => {
    const outputs = deployment.outputs(name);
    if (outputs === undefined) return undefined;
    const localized = [...outputs].map(([key, value]) => [key, localize(value)] as const);
    return { name, status: 'CREATE_COMPLETE', outputs: new Map(localized) };
  };
  return {
    targets: {
      secretsmanager: secretsManager(services.secrets),
      TrentService: kms(services.keys),
      AmazonSQS: sqs(services.queues),
    },
    routes: [
      ...apiGatewayRoutes(services.apiKeys, services.usagePlans),
      ...lambdaRoutes(functions, asyncInvocations),
      ...cloudFormationRoutes(stackNamed),
    ],
  };
}
