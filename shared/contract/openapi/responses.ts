import type { EndpointDeclaration } from '../endpoint.ts';
import { type ErrorCode, errorCatalog } from '../errors.ts';
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
        },
      },
    },
  },
};

const requestId = '6f1c2a5e-8f0b-4a53-9c0e-0d8a4c1b7e21';

const text = { type: 'string' };
const whole = { type: 'integer', minimum: 0 };

const header = (description: string, schema: object, example: unknown) => ({ description, schema, example });

export const responseHeaders = {
  RequestId: {
    description: 'Id of this request, also in its log lines',
    required: true,
    schema: text,
    example: requestId,
  },
  RateLimit: header('Remaining requests, and seconds until the limit resets', text, '"checkout";r=19;t=42'),
  RateLimitPolicy: header('The limit and its window in seconds', text, '"checkout";q=20;w=60'),
  RateLimitLimit: header('Maximum requests in the window', whole, 20),
  RateLimitRemaining: header('Remaining requests in the window', whole, 19),
  RateLimitReset: header('End of the window, epoch seconds', whole, 1_764_072_060),
  EntityTag: header(
    'Version of the resource, for If-Match and If-None-Match',
    { type: 'string', pattern: '^"v[0-9]+"$' },
    '"v3"',
  ),
  Link: header(
    'The next page, as `rel="next"`; absent on the last page',
    text,
    '</api/v1/orders?cursor=eyJ2IjoxfQ>; rel="next"',
  ),
  Location: header(
    'Address of the new resource or of the outcome, if it has one',
    { type: 'string', format: 'uri-reference' },
    '/api/v1/orders/01998c4e-3f1b-7c52-9d0a-6a7b8c9d0e1f',
  ),
  Replayed: header(
    'Present if this is the response to an earlier request with the same key',
    { type: 'string', enum: ['true'] },
    'true',
  ),
  RetryAfter: header('Seconds after which the request may succeed', { type: 'integer', minimum: 1 }, 2),
  Allow: header('Methods of the path', text, 'GET, HEAD, POST, OPTIONS'),
  AcceptPost: header('Media type that the operation accepts', text, 'application/json'),
  Challenge: header('How to authenticate', text, 'Bearer realm="granary"'),
};

const reference = (name: keyof typeof responseHeaders) => ({ $ref: `#/components/headers/${name}` });

const identified = { 'X-Request-Id': reference('RequestId') };

const limited = {
  RateLimit: reference('RateLimit'),
  'RateLimit-Policy': reference('RateLimitPolicy'),
  'X-RateLimit-Limit': reference('RateLimitLimit'),
  'X-RateLimit-Remaining': reference('RateLimitRemaining'),
  'X-RateLimit-Reset': reference('RateLimitReset'),
};

const headersOfStatus: Readonly<Record<number, OpenApiObject>> = {
  401: { 'WWW-Authenticate': reference('Challenge') },
  405: { Allow: reference('Allow') },
  409: { 'Retry-After': reference('RetryAfter') },
  415: { 'Accept-Post': reference('AcceptPost') },
  429: { 'Retry-After': reference('RetryAfter') },
  503: { 'Retry-After': reference('RetryAfter') },
};

const errorContent = (code: string, error: string, details?: readonly unknown[]) => ({
  'application/json': {
    schema: { $ref: '#/components/schemas/Error' },
    example: { error, code, request_id: requestId, ...(details && { details }) },
  },
});

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
}

export function responsesOf(endpoint: EndpointDeclaration, parts: ResponseSources): OpenApiObject {
  const shared = (name: keyof typeof sharedResponses) => ({ $ref: `#/components/responses/${name}` });
  return {
    ...successes(endpoint, parts),
    ...failures(endpoint),
    405: shared('MethodNotAllowed'),
    414: shared('UriTooLong'),
    503: shared('Unavailable'),
    504: shared('TimedOut'),
  };
}

function successes(
  endpoint: EndpointDeclaration,
  { schemas, example, isTagged }: ResponseSources,
): OpenApiObject {
  const headers = { ...identified, ...(endpoint.limiter && limited) };
  const tag = isTagged && { ETag: reference('EntityTag') };
  const responses = Object.entries(endpoint.responses).map(([status, { description, schema }]) => [
    status,
    {
      description,
      headers: {
        ...headers,
        ...(schema && tag),
        ...(isPaged(endpoint) && { Link: reference('Link') }),
        ...((status === '201' || status === '202') && { Location: reference('Location') }),
        ...(endpoint.idempotent && { 'Idempotent-Replayed': reference('Replayed') }),
      },
      ...(schema && {
        content: {
          'application/json': {
            schema: jsonSchema(schema, 'output', schemas),
            example: example.responses?.[status] ?? example.response,
          },
        },
      }),
    },
  ]);
  const isConditional = endpoint.versioned && endpoint.method === 'GET';
  const unchanged = { description: 'The resource has not changed', headers: { ...headers, ...tag } };
  return { ...Object.fromEntries(responses), ...(isConditional && { 304: unchanged }) };
}

function isPaged({ method, query }: EndpointDeclaration): boolean {
  const { properties = {} } = query ? jsonSchema(query, 'input', {}) : {};
  return method === 'GET' && ['cursor', 'offset'].some((name) => Object.hasOwn(Object(properties), name));
}

function failures(endpoint: EndpointDeclaration): OpenApiObject {
  const byStatus = Map.groupBy(errorCodes(endpoint), (code) => errorCatalog[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const [code = 'internal'] = codes;
      return [
        String(status),
        {
          description: codes.map((one) => `\`${one}\`: ${errorCatalog[one].message}`).join('. '),
          headers: { ...identified, ...(endpoint.limiter && limited), ...headersOfStatus[status] },
          content: errorContent(code, errorCatalog[code].message, detailsOf(code, endpoint)),
        },
      ];
    }),
  );
}

function detailsOf(code: ErrorCode, { body, query }: EndpointDeclaration): readonly unknown[] | undefined {
  if (code !== 'validation_failed') return undefined;
  const place = body ? 'body' : query ? 'query' : 'path';
  return [{ path: [place, 'id'], message: 'Invalid GUID', code: 'invalid_format' }];
}

/** The endpoint's errors, including those that follow from access, limiter and input. */
function errorCodes(endpoint: EndpointDeclaration): ErrorCode[] {
  const codes: (ErrorCode | false | undefined)[] = [
    Boolean(endpoint.body || endpoint.query || endpoint.parameters) && 'validation_failed',
    Boolean(endpoint.body) && 'body_required',
    endpoint.idempotent && 'invalid_idempotency_key',
    ...(endpoint.errors ?? []),
    endpoint.access.kind !== 'public' && 'unauthorized',
    endpoint.access.kind !== 'public' && 'forbidden',
    endpoint.access.kind === 'brand' && 'no_brand_held',
    endpoint.access.kind === 'brand' && 'brand_not_held',
    endpoint.access.kind === 'claims' && 'no_claims_role',
    'not_acceptable',
    endpoint.idempotent && 'idempotency_in_flight',
    endpoint.versioned && 'precondition_failed',
    Boolean(endpoint.body) && 'payload_too_large',
    Boolean(endpoint.body) && 'unsupported_media_type',
    endpoint.idempotent && 'idempotency_mismatch',
    (endpoint.limiter !== undefined || endpoint.access.kind !== 'public') && 'rate_limited',
    'internal',
  ];
  return [...new Set(codes.filter((code): code is ErrorCode => Boolean(code)))];
}
