import type { TokenBuckets } from '../keys/token-bucket.ts';
import type { UsagePlanLimiter } from '../keys/usage-plan-limiter.ts';
import type { Integration } from '../model/integration.ts';
import { authorize, type Invoke, withTimeout } from './authorizers.ts';
import type { GatewayCall } from './gateway-call.ts';
import { GatewayError } from './gateway-error.ts';
import type { ClientResponse } from './gateway-responses.ts';
import { mockResponse } from './mock.ts';
import { proxyEvent } from './proxy-event.ts';
import { readProxyResponse } from './proxy-response.ts';

export interface PipelineOptions {
  readonly usagePlans: UsagePlanLimiter;
  readonly buckets: TokenBuckets;
  readonly invoke: Invoke;
}

/** Lambda's limit for the event and the response of a synchronous call. */
const maxPayloadBytes = 6 * 1024 * 1024;

/** Processes a request in API Gateway's order: authorizer, usage plan, throttle, integration. Throws GatewayError. */
export async function processCall(
  call: GatewayCall,
  body: Buffer,
  options: PipelineOptions,
): Promise<ClientResponse> {
  const method = call.route.method;
  if (method === undefined) throw new GatewayError('MISSING_AUTHENTICATION_TOKEN');
  if (method.authorizerArn !== undefined) await authorize(call, method.authorizerArn, options.invoke);
  if (method.apiKeyRequired) {
    const { usageIdentifierKey } = call.principal ?? {};
    call.apiKey = options.usagePlans.admit(
      usageIdentifierKey,
      call.api,
      method.resourcePath,
      call.httpMethod,
    );
  }
  const { throttle, httpMethod, resourcePath } = method;
  if (throttle && !options.buckets.take(`${call.api.id} ${httpMethod} ${resourcePath}`, throttle)) {
    throw new GatewayError('THROTTLED');
  }
  const { integration } = method;
  return integration.kind === 'mock'
    ? mockResponse(call, integration)
    : proxy(call, body, integration, options);
}

async function proxy(
  call: GatewayCall,
  body: Buffer,
  integration: Integration & { readonly kind: 'lambda' },
  options: PipelineOptions,
): Promise<ClientResponse> {
  const event = JSON.stringify(proxyEvent(call, body.length === 0 ? null : body.toString('utf8')));
  if (Buffer.byteLength(event) > maxPayloadBytes) throw new GatewayError('REQUEST_TOO_LARGE');
  const outcome = await withTimeout(integration.timeoutMilliseconds, (signal) =>
    options.invoke(integration.functionArn, event, signal),
  );
  if (outcome === undefined) throw new GatewayError('INTEGRATION_TIMEOUT');
  const { milliseconds, initMilliseconds } = outcome;
  call.integration = { milliseconds, cold: initMilliseconds !== undefined };
  if (!outcome.ok) throw new GatewayError('DEFAULT_5XX', { cause: outcome.error.errorMessage });
  if (Buffer.byteLength(outcome.payload) > maxPayloadBytes) {
    throw new GatewayError('DEFAULT_5XX', { cause: new Error('Response payload size exceeded') });
  }
  return readProxyResponse(outcome.payload);
}
