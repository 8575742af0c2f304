import * as z from 'zod';
import { type EndpointDeclaration, type ResponseDeclaration, refusedWhileClosing } from '../endpoint.ts';
import { type ErrorCode, errorCatalog } from '../errors.ts';
import {
  errorContent,
  headersOfStatus,
  identified,
  limited,
  reference,
  responseHeaders,
} from './response-parts.ts';
import { jsonSchema, type OpenApiObject } from './schema.ts';

/** Example request and responses of an operation. People and places are fictitious. */
export interface OperationExample {
  /** Path and query parameters by name. */
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Body of the first successful response; absent if empty. */
  readonly response?: unknown;
  /** Bodies of further successful responses by status. */
  readonly responses?: Readonly<Record<string, unknown>>;
}

export type OperationExamples = Readonly<Record<string, OperationExample>>;

export function openapiDocument(
  endpoints: readonly EndpointDeclaration[],
  about: { readonly title: string; readonly version: string; readonly description: string },
  tags: Readonly<Record<string, string>>,
  examples: OperationExamples,
): OpenApiObject {
  const schemas: OpenApiObject = { Error: errorSchema };
  const paths: Record<string, OpenApiObject> = {};
  const failures = sharedFailures(endpoints);
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint, {
        schemas,
        example: examples[endpoint.name] ?? {},
        isTagged: isTagged(endpoint, endpoints),
        failures,
      }),
    };
  }
  return {
    openapi: '3.1.0',
    info: { ...about, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [server],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      headers: responseHeaders,
      responses: { ...sharedResponses, ...Object.fromEntries(failures) },
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
}

/** A deployment replaces it by its own base URL. */
const server = {
  url: '{base_url}',
  description: 'Output CommerceApiUrl or ClaimsApiUrl of the deployment; the default is the local stack',
  variables: { base_url: { default: 'http://127.0.0.1:4000' } },
};

/** Whether successful responses have an `ETag`: they show a versioned resource, or create one. */
export const isTagged = (endpoint: EndpointDeclaration, endpoints: readonly EndpointDeclaration[]): boolean =>
  endpoint.versioned === true ||
  endpoints.some(
    (other) =>
      other.versioned &&
      ((endpoint.responses[201] !== undefined && other.path.startsWith(`${endpoint.path}/{`)) ||
        shownBy(endpoint).some((schema) => shownBy(other).includes(schema))),
  );

/** The schemas of what an endpoint shows under `data`. */
const shownBy = ({ responses }: EndpointDeclaration): readonly unknown[] =>
  [responses[200]?.schema, responses[201]?.schema].flatMap((schema) =>
    schema instanceof z.ZodObject ? [schema.shape.data] : [],
  );

function operation(
  endpoint: EndpointDeclaration,
  { schemas, example, isTagged, failures }: ResponseSources & { readonly example: OperationExample },
): OpenApiObject {
  const { body, parameters = {} } = example;
  return {
    operationId: operationIdOf(endpoint.name),
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [endpoint.tag],
    security: endpoint.access.kind === 'public' ? [] : [{ apiKey: [] }, { bearer: [] }],
    parameters: [
      ...inputParameters('path', endpoint.parameters, parameters, schemas),
      ...inputParameters('query', endpoint.query, parameters, schemas),
      ...headerParameters(endpoint),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: jsonSchema(endpoint.body, 'input', schemas), example: body },
              ...(endpoint.method === 'PATCH' && {
                'application/merge-patch+json': {
                  schema: jsonSchema(endpoint.body, 'input', schemas),
                  example: body,
                },
              }),
              ...(endpoint.takesCsv && { 'text/csv': csvText }),
              ...(endpoint.takesX12 && { 'application/edi-x12': x12Text(body), 'text/plain': x12Text(body) }),
            },
          },
        }
      : {}),
    responses: responsesOf(endpoint, { schemas, example, isTagged, failures }),
    'x-error-codes': documentedErrorCodes(endpoint),
  };
}

/** The X12 text of `content` in the JSON body. */
const x12Text = (body: unknown) => ({
  schema: { type: 'string', pattern: '[!-~]', description: 'X12 text' },
  example: x12Source.safeParse(body).data?.content,
});

const x12Source = z.object({ content: z.string() });

const csvText = { schema: { type: 'string', description: 'CSV (RFC 4180) with a header line' } };

const operationIdOf = (name: string) =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const parameterSource = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

function inputParameters(
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  examples: Readonly<Record<string, unknown>>,
  schemas: OpenApiObject,
): OpenApiObject[] {
  if (!schema) return [];
  const { properties, required } = parameterSource.parse(jsonSchema(schema, 'input', schemas));
  return Object.entries(properties).map(([name, { demanded, description, ...property }]) => ({
    name,
    in: place,
    description,
    required: place === 'path' || demanded === true || required.includes(name),
    schema: property,
    ...(name in examples && { example: examples[name] }),
  }));
}

/** The documented form. Surrounding quotes and blanks are accepted too. */
const idempotencyKey = { type: 'string', pattern: '^[!#-~](?:[ -~]{0,253}[!#-~])?$' };

const entityTag = '(?:W/)?"[!#-~]*"';
const entityTags = { type: 'string', pattern: `^(?:\\*|${entityTag}(?:, *${entityTag})*)$` };

function headerParameters({ idempotent, versioned, method }: EndpointDeclaration): OpenApiObject[] {
  const header = (name: string, description: string, schema: OpenApiObject, example: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
    example,
  });
  const tags = (name: string, description: string) => header(name, description, entityTags, '"v3"');
  return [
    ...(idempotent
      ? [
          header(
            'Idempotency-Key',
            'Repeating a request with the same key within 24 hours returns the first response, marked `Idempotent-Replayed: true`. Refusals that a later change can lift are not stored; retry them with the same key.',
            idempotencyKey,
            '01998c4e-3f1b-7c52-9d0a-6a7b8c9d0e1f',
          ),
        ]
      : []),
    ...(versioned && method === 'GET'
      ? [tags('If-None-Match', 'Returns 304 if one of the tags is current.')]
      : []),
    ...(versioned && method !== 'GET'
      ? [tags('If-Match', 'Returns 412 if none of the tags is current.')]
      : []),
  ];
}

const errorSchema = {
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

const sharedResponses = {
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

interface ResponseSources {
  /** Named schemas. The responses add their own. */
  readonly schemas: OpenApiObject;
  readonly example: { readonly response?: unknown; readonly responses?: Readonly<Record<string, unknown>> };
  /** Whether successes carry an `ETag`. */
  readonly isTagged: boolean;
  readonly failures: SharedFailures;
}

function responsesOf(endpoint: EndpointDeclaration, parts: ResponseSources): OpenApiObject {
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

/** Error responses of several operations, by name. The operations refer to them. */
type SharedFailures = ReadonlyMap<string, OpenApiObject>;

/** The error responses that at least two of the endpoints have. */
function sharedFailures(endpoints: readonly EndpointDeclaration[]): SharedFailures {
  const all = endpoints.flatMap(failuresOf);
  const uses = Map.groupBy(all, ({ name }) => name);
  return new Map(
    all.filter(({ name }) => (uses.get(name)?.length ?? 0) > 1).map(({ name, response }) => [name, response]),
  );
}

interface Failure {
  readonly status: number;
  /** Equal names stand for equal responses. */
  readonly name: string;
  readonly response: OpenApiObject;
}

/** Error responses of an endpoint, one for each status. */
function failuresOf(endpoint: EndpointDeclaration): readonly Failure[] {
  const byStatus = Map.groupBy(errorCodes(endpoint), (code) => errorCatalog[code].status);
  return [...byStatus].map(([status, own]) => {
    const codes = status === 503 ? [...own, 'unavailable' as const] : own;
    const [code = 'internal'] = codes;
    const place = placeOf(endpoint);
    const hasPlace = code === 'validation_failed';
    const name = [...codes, ...(hasPlace ? [`in_${place}`] : []), ...(endpoint.limiter ? ['limited'] : [])];
    return {
      status,
      name: pascalCase(name.join('_')),
      response: {
        description: codes.map((one) => `\`${one}\`: ${errorCatalog[one].message}`).join('. '),
        headers: { ...identified, ...(endpoint.limiter && limited), ...headersOfStatus[status] },
        content: errorContent(
          code,
          errorCatalog[code].message,
          hasPlace ? [{ path: [place, 'id'], message: 'Invalid GUID', code: 'invalid_format' }] : undefined,
        ),
      },
    };
  });
}

const placeOf = ({ body, query }: EndpointDeclaration) => (body ? 'body' : query ? 'query' : 'path');

const pascalCase = (name: string) =>
  name.replace(/(^|_)([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase());

/** Codes of every error response of an endpoint, for programs that generate clients. */
const documentedErrorCodes = (endpoint: EndpointDeclaration): readonly string[] => [
  ...errorCodes(endpoint),
  ...codesOfEveryEndpoint,
];

/** Those of {@link sharedResponses}. */
const codesOfEveryEndpoint = ['method_not_allowed', 'bad_request', 'unavailable', 'timed_out'];

/** The endpoint's errors, including those that follow from access, limiter and input. */
function errorCodes(endpoint: EndpointDeclaration): ErrorCode[] {
  const codes: (ErrorCode | false | undefined)[] = [
    Boolean(endpoint.body || endpoint.query || endpoint.parameters || endpoint.versioned) &&
      'validation_failed',
    Boolean(endpoint.body) && 'body_required',
    endpoint.idempotent && 'invalid_idempotency_key',
    ...(endpoint.errors ?? []),
    endpoint.access.kind !== 'public' && 'unauthorized',
    endpoint.access.kind !== 'public' && 'forbidden',
    endpoint.access.kind === 'brand' && 'no_brand_held',
    endpoint.access.kind === 'brand' && 'brand_not_held',
    refusedWhileClosing(endpoint) && 'brand_closing',
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
