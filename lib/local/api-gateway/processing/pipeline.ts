import { randomUUID } from 'node:crypto';
import type { InvocationOutcome } from '../../lambda/instances/instance.ts';
import type { TokenBuckets } from '../keys/token-bucket.ts';
import type { UsagePlanLimiter } from '../keys/usage-plan-limiter.ts';
import type { Method } from '../model/api.ts';
import type { Integration } from '../model/integration.ts';
import { headerValue } from '../server/headers.ts';
import type { Authorizers } from './authorizers.ts';
import { expressionValue, type GatewayCall } from './gateway-call.ts';
import { GatewayError } from './gateway-error.ts';
import type { ClientResponse } from './gateway-responses.ts';
import { matchesMediaType } from './media-types.ts';
import { mockResponse } from './mock.ts';
import { proxyEvent } from './proxy-event.ts';
import { readProxyResponse } from './proxy-response.ts';

export interface PipelineOptions {
  readonly authorizers: Authorizers;
  readonly usagePlans: UsagePlanLimiter;
  readonly buckets: TokenBuckets;
  readonly invoke: (
    functionArn: string,
    event: string,
    id: string,
    signal: AbortSignal,
  ) => Promise<InvocationOutcome>;
}

/** The largest event that Lambda takes from a synchronous caller, and the largest answer; bytes. */
const largestPayload = 6 * 1024 * 1024;

/**
 * What API Gateway does with a routed request, in its order: authorizer, API key and usage plan, throttle of the
 * stage, required parameters, integration. Throws GatewayError.
 */
export async function processCall(
  call: GatewayCall,
  body: Buffer,
  options: PipelineOptions,
): Promise<ClientResponse> {
  const method = call.route.method;
  if (method === undefined) throw new GatewayError('MISSING_AUTHENTICATION_TOKEN');
  // With keys from the header the plan is checked before the authorizer runs, else the authorizer tells the key.
  const keyFromHeader = call.api.apiKeySource === 'HEADER';
  if (keyFromHeader) admit(call, method, headerValue(call.headers, 'x-api-key'), options.usagePlans);
  if (method.authorizer !== undefined) await options.authorizers.authorize(call, method.authorizer);
  if (!keyFromHeader) admit(call, method, call.principal?.usageIdentifierKey, options.usagePlans);
  const { throttle, httpMethod, resourcePath } = method;
  if (throttle && !options.buckets.take(`${call.api.id} ${httpMethod} ${resourcePath}`, throttle)) {
    throw new GatewayError('THROTTLED');
  }
  requireParameters(call, method);
  const { integration } = method;
  return integration.kind === 'mock'
    ? mockResponse(call, integration)
    : proxy(call, body, integration, options);
}

function admit(
  call: GatewayCall,
  method: Method,
  keyValue: string | undefined,
  usagePlans: UsagePlanLimiter,
): void {
  if (!method.apiKeyRequired) return;
  const { id, value } = usagePlans.admit(keyValue, call.api, method.resourcePath, call.httpMethod);
  call.apiKey = { id, value };
}

function requireParameters(call: GatewayCall, { requiredParameters }: Method): void {
  const missing = requiredParameters.filter((name) => (expressionValue(name, call) ?? '') === '');
  if (missing.length === 0) return;
  const names = missing.map((name) => name.split('.').slice(3).join('.')).join(', ');
  throw new GatewayError('BAD_REQUEST_PARAMETERS', {
    message: `Missing required request parameters: [${names}]`,
  });
}

async function proxy(
  call: GatewayCall,
  body: Buffer,
  integration: Integration & { readonly kind: 'lambda' },
  options: PipelineOptions,
): Promise<ClientResponse> {
  const contentType = headerValue(call.headers, 'content-type') ?? 'application/json';
  const binary = body.length > 0 && matchesMediaType(call.api.binaryMediaTypes, contentType);
  const text = body.length === 0 ? null : body.toString(binary ? 'base64' : 'utf8');
  const event = JSON.stringify(proxyEvent(call, text, binary));
  if (Buffer.byteLength(event) > largestPayload) throw new GatewayError('REQUEST_TOO_LARGE');
  const id = randomUUID();
  const patience = AbortSignal.timeout(integration.timeoutMilliseconds);
  // Listens before the function's pool does, whose own answer to the same signal is a failure.
  const expired = new Promise<undefined>((resolve) => {
    patience.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const outcome = await Promise.race([expired, options.invoke(integration.functionArn, event, id, patience)]);
  if (outcome === undefined) throw new GatewayError('INTEGRATION_TIMEOUT');
  const { milliseconds, initMilliseconds } = outcome;
  call.integration = { milliseconds, requestId: id, cold: initMilliseconds !== undefined };
  if (!outcome.ok) throw new GatewayError('DEFAULT_5XX', { cause: outcome.error.errorMessage });
  if (Buffer.byteLength(outcome.payload) > largestPayload) {
    throw new GatewayError('DEFAULT_5XX', { cause: new Error('Response payload size exceeded') });
  }
  return readProxyResponse(outcome.payload, call);
}
