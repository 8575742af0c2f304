import { ApiKeyStore } from '../api-gateway/keys/api-key-store.ts';
import { apiGatewayRoutes } from '../api-gateway/keys/key-operations.ts';
import { TokenBuckets, UsagePlanLimiter } from '../api-gateway/keys/usage-plan-limiter.ts';
import { readPlanKeys, readTemplateKeys, readUsagePlans } from '../api-gateway/model/usage-plan.ts';
import { Clock, clockRoutes } from '../clock/clock-routes.ts';
import type { Deployment } from '../cloudformation/deployment.ts';
import { cloudFormationRoutes } from '../cloudformation/describe-stacks.ts';
import { ServiceError } from '../control-plane/operation.ts';
import type { RestRoute } from '../control-plane/rest.ts';
import type { ControlPlaneOptions } from '../control-plane/server.ts';
import { parseJson } from '../json-text.ts';
import { KmsKeys } from '../kms/keys.ts';
import { kms } from '../kms/kms.ts';
import type { AsyncInvocations } from '../lambda/events/async-invocations.ts';
import type { Functions } from '../lambda/functions.ts';
import { isThrottled } from '../lambda/instances/pool.ts';
import { Outbox, type OutboxMessage } from '../messages/outbox.ts';
import { outboxRoutes, smsVoice } from '../messages/outbox-routes.ts';
import { eventQueues, providerEvent, type SimulatedType } from '../messages/provider-events.ts';
import { sesRoutes } from '../messages/ses.ts';
import { Secrets } from '../secrets-manager/secrets.ts';
import { secretsManager } from '../secrets-manager/secrets-manager.ts';
import { Queues } from '../sqs/queues.ts';
import { sqs } from '../sqs/sqs.ts';
import type { DataFolder } from '../state/data-folder.ts';
import type { LambdaService } from './lambda-service.ts';

function lambdaRoutes(functions: Functions, asyncInvocations: AsyncInvocations): readonly RestRoute[] {
  return [
    {
      method: 'POST',
      path: '/2015-03-31/functions/{name}/invocations',
      handle: async ({ parameter, headers, rawBody }) => {
        const name = parameter('name');
        const pool = functions.find(name);
        if (pool === undefined) {
          throw new ServiceError('ResourceNotFoundException', `Function not found: ${name}`, 404);
        }
        const payload = rawBody.length === 0 ? '{}' : rawBody.toString('utf8');
        if (parseJson(payload) === undefined) {
          throw new ServiceError('InvalidRequestContentException', 'Could not parse request body into json');
        }
        if (headers['x-amz-invocation-type'] === 'Event') {
          asyncInvocations.accept(pool.config.name, payload);
          return { status: 202, body: '' };
        }
        const outcome = await pool.invoke(payload);
        if (isThrottled(outcome)) throw new ServiceError('TooManyRequestsException', 'Rate Exceeded.', 429);
        const version = { 'X-Amz-Executed-Version': '$LATEST' };
        if (outcome.ok) return { status: 200, headers: version, body: outcome.payload };
        return {
          status: 200,
          headers: { ...version, 'X-Amz-Function-Error': 'Unhandled' },
          body: JSON.stringify(outcome.error),
        };
      },
    },
  ];
}

export type Services = ReturnType<typeof openServices>;

export function openServices(deployment: Deployment, folder: DataFolder) {
  const secrets = new Secrets(folder);
  secrets.adopt(deployment);
  const keys = new KmsKeys(deployment, folder);
  const queues = new Queues(deployment, folder);
  const clock = new Clock(folder);
  clock.onAdvance((milliseconds) => queues.endDelays(milliseconds));
  const outbox = new Outbox(folder, () => clock.now());
  const apiKeys = new ApiKeyStore(folder);
  for (const key of readTemplateKeys(deployment)) apiKeys.adopt(key);
  for (const { keyId, planId } of readPlanKeys(deployment)) apiKeys.addToPlan(keyId, planId);
  const buckets = new TokenBuckets();
  const usagePlans = new UsagePlanLimiter(readUsagePlans(deployment), apiKeys, buckets, folder, () =>
    clock.now(),
  );
  const close = () => {
    for (const store of [secrets, keys, queues, outbox, apiKeys, usagePlans]) store.close();
  };
  return { clock, secrets, keys, queues, outbox, apiKeys, usagePlans, buckets, close };
}

/** Returns the operations of the control plane. `localize` turns addresses of the templates into local ones. */
export function controlPlaneOptions(
  services: Services,
  { functions, asyncInvocations }: LambdaService,
  deployment: Deployment,
  localize: (value: string) => string,
  countPayments: () => number,
): ControlPlaneOptions {
  const stackNamed = (name: string) => {
    const outputs = deployment.outputs(name);
    if (outputs === undefined) return undefined;
    const localized = [...outputs].map(([key, value]) => [key, localize(value)] as const);
    return { name, status: 'CREATE_COMPLETE', outputs: new Map(localized) };
  };
  const publishEvent = (event: object) => {
    for (const arn of eventQueues(deployment)) {
      const queue = services.queues.find(arn);
      if (queue !== undefined) services.queues.send(queue, JSON.stringify(event));
    }
  };
  const publish = (message: OutboxMessage, type: SimulatedType) => publishEvent(providerEvent(message, type));
  return {
    targets: {
      secretsmanager: secretsManager(services.secrets),
      TrentService: kms(services.keys),
      AmazonSQS: sqs(services.queues),
      PinpointSMSVoiceV2: smsVoice(services.outbox),
    },
    routes: [
      ...clockRoutes(
        services.clock,
        () => services.queues.countActive() + asyncInvocations.pendingCount + countPayments(),
      ),
      ...apiGatewayRoutes(services.apiKeys, services.usagePlans),
      ...lambdaRoutes(functions, asyncInvocations),
      ...cloudFormationRoutes(stackNamed),
      ...sesRoutes(services.outbox, publish),
      ...outboxRoutes(services.outbox, publish, publishEvent),
    ],
  };
}
