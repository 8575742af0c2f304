import type { EndpointDeclaration, ResponseDeclaration } from '../endpoint.ts';
import { type ErrorCode, errorCatalog } from '../errors.ts';
import { failuresOf, type SharedFailures } from './failures.ts';
import { errorContent, headersOfStatus, identified, limited, reference } from './response-parts.ts';
import { jsonSchema, type OpenApiObject } from './schema.ts';

export const errorSchema = {
  type: 'object',
  required: ['error', 'code', 'request_id'],
  properties: {
    error: { type: 'string', description: 'Error message' },
    code: { type: 'string', description: 'Stable error code' },
    request_id: { type: 'string' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'message', 'code'],
        properties: {
          path: { type: 'array', items: { type: ['string', 'integer'] } },
          message: { type: 'string' },
          code: { type: 'string' },
          entitlement: { type: 'string', description: 'With 402: what the plan limits' },
          limit: { type: 'integer', description: 'With 402: the limit of the plan and its add-ons' },
          used: { type: 'integer', description: 'With 402: what counts against the limit' },
          lifted_by: {
            type: 'array',
            items: { type: 'string' },
            description:
              'With 402: each plan (`plan:farm`) or add-on (`add_on:extra_seats`) that lifts the limit',
          },
        },
      },
    },
  },
};

export const sharedResponses = {
  MethodNotAllowed: sharedError('method_not_allowed', 'The path has no such method.'),
  UriTooLong: {
    description: 'URLs are limited to 10,240 characters.',
    headers: identified,
    content: errorContent('bad_request', 'Request-URI Too Long'),
  },
  Unavailable: sharedError(
    'unavailable',
    'The data layer timed out. The operation may have succeeded; repeat the request with its Idempotency-Key.',
  ),
  TimedOut: {
    description: 'No response within 29 seconds. The operation may have succeeded.',
    headers: identified,
    content: errorContent('timed_out', 'The service took too long to answer'),
  },
};

function sharedError(code: ErrorCode, description: string): OpenApiObject {
  const { status, message } = errorCatalog[code];
  return {
    description,
    headers: { ...identified, ...headersOfStatus[status] },
    content: errorContent(code, message),
  };
}

export interface ResponseSources {
  /** Named schemas. The responses add their own. */
  readonly schemas: OpenApiObject;
  readonly example: { readonly response?: unknown; readonly responses?: Readonly<Record<string, unknown>> };
  /** Whether successes carry an `ETag`. */
  readonly isTagged: boolean;
  readonly failures: SharedFailures;
}

export function responsesOf(endpoint: EndpointDeclaration, parts: ResponseSources): OpenApiObject {
  const shared = (name: string) => ({ $ref: `#/components/responses/${name}` });
  const failures = failuresOf(endpoint).map(({ status, name, response }) => [
    String(status),
    parts.failures.has(name) ? shared(name) : response,
  ]);
  return {
    ...successes(endpoint, parts),
    405: shared('MethodNotAllowed'),
    414: shared('UriTooLong'),
    503: shared('Unavailable'),
    504: shared('TimedOut'),
    ...Object.fromEntries(failures),
  };
}

function successes(
  endpoint: EndpointDeclaration,
  { schemas, example, isTagged }: ResponseSources,
): OpenApiObject {
  const headers = { ...identified, ...(endpoint.limiter && limited) };
  const tag = isTagged && { ETag: reference('EntityTag') };
  const responses = Object.entries(endpoint.responses).map(([status, { description, schema, text }]) => [
    status,
    {
      description,
      headers: {
        ...headers,
        ...((schema || text) && tag),
        ...(isPaged(endpoint) && { Link: reference('Link') }),
        ...((status === '201' || status === '202') && { Location: reference('Location') }),
        ...(endpoint.idempotent && { 'Idempotent-Replayed': reference('Replayed') }),
      },
      ...((schema || text) && {
        content: {
          ...(schema && {
            'application/json': {
              schema: jsonSchema(schema, 'output', schemas),
              example: example.responses?.[status] ?? example.response,
            },
          }),
          ...textContent(text),
        },
      }),
    },
  ]);
  const isConditional = endpoint.versioned && endpoint.method === 'GET';
  const unchanged = { description: 'The resource has not changed', headers: { ...headers, ...tag } };
  return { ...Object.fromEntries(responses), ...(isConditional && { 304: unchanged }) };
}

const textContent = (text: ResponseDeclaration['text'] = {}): OpenApiObject =>
  Object.fromEntries(
    Object.entries(text).map(([type, example]) => [type, { schema: { type: 'string' }, example }]),
  );

function isPaged({ method, query }: EndpointDeclaration): boolean {
  const { properties = {} } = query ? jsonSchema(query, 'input', {}) : {};
  return method === 'GET' && ['cursor', 'offset'].some((name) => Object.hasOwn(Object(properties), name));
}
