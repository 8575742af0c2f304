import * as z from 'zod';
import { parseJson } from '../../json-text.ts';
import type { TokenBuckets, UsagePlanLimiter } from '../keys/usage-plan-limiter.ts';
import { type Integration, statusOf } from '../model/integration.ts';
import { headerValue, responseHeaderName } from '../server/headers.ts';
import { authorize, type Invoke, withTimeout } from './authorizers.ts';
import { expressionValue, fillTemplate, type GatewayCall, GatewayError, proxyEvent } from './gateway-call.ts';
import { type ClientResponse, chooseTemplate, mappedHeaders, withContentType } from './gateway-responses.ts';

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

type Mock = Integration & { readonly kind: 'mock' };

function mockResponse(call: GatewayCall, mock: Mock): ClientResponse {
  const statusCode = statusFor(call, mock);
  const response =
    mock.responses.find(
      ({ selectionPattern: pattern }) =>
        pattern !== undefined && new RegExp(`^(?:${pattern})$`).test(String(statusCode)),
    ) ?? mock.responses.find(({ selectionPattern }) => selectionPattern === undefined);
  if (response === undefined) throw new GatewayError('API_CONFIGURATION_ERROR');
  const { status, templates } = response;
  const headers = mappedHeaders(response.headers, call);
  const [contentType, template] =
    Object.keys(templates).length === 0 ? ['application/json', ''] : chooseTemplate(templates, call);
  // A response without content has no type.
  const typed = status === 204 ? headers : withContentType(headers, contentType);
  return { status, headers: typed, body: fillTemplate(template, call, '') };
}

/** Chooses the template by the request's media type; the default is JSON. */
function statusFor(call: GatewayCall, { statuses, refusesOtherTypes }: Mock): number {
  const [type = ''] = (headerValue(call.headers, 'content-type') ?? 'application/json').split(';');
  const template = statuses.get(type.trim().toLowerCase());
  if (template === undefined && refusesOtherTypes) throw new GatewayError('UNSUPPORTED_MEDIA_TYPE');
  const [first] = statuses.values();
  const chosen = template ?? first;
  return chosen === undefined ? 200 : statusOf(chosen, (name) => expressionValue(name, call));
}

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const responseSchema = z.object({
  statusCode: z.union([z.number().int(), z.string().regex(/^\d{3}$/)]).default(200),
  headers: z.record(z.string(), scalar.nullable()).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(scalar)).nullish(),
  body: z.string().nullish(),
});

/** Reads the result of a function as a proxy response. Throws GatewayError (502) when it is malformed. */
function readProxyResponse(payload: string): ClientResponse {
  const parsed = responseSchema.safeParse(parseJson(payload));
  if (!parsed.success) {
    throw new GatewayError('DEFAULT_5XX', { cause: new Error('Malformed Lambda proxy response') });
  }
  const { statusCode, headers, multiValueHeaders, body } = parsed.data;
  const sent: [string, string][] = [];
  const add = (name: string, value: string | number | boolean) => {
    const shown = responseHeaderName(name);
    if (shown !== undefined) sent.push([shown, String(value)]);
  };
  const multi = Object.entries(multiValueHeaders ?? {});
  const multiNames = new Set(multi.map(([name]) => name.toLowerCase()));
  for (const [name, value] of Object.entries(headers ?? {})) {
    // API Gateway merges both; for a name in both, the list wins.
    if (value !== null && !multiNames.has(name.toLowerCase())) add(name, value);
  }
  for (const [name, values] of multi) for (const value of values) add(name, value);
  const status = Number(statusCode);
  const typed = status === 204 ? sent : withContentType(sent, 'application/json');
  return { status, headers: typed, body: body ?? '' };
}
