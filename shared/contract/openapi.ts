import * as z from 'zod';
import type { EndpointDeclaration } from './endpoint.ts';
import { type ErrorCode, errorCatalogue } from './errors.ts';

type Json = Record<string, unknown>;

/** Makes the OpenAPI 3.1 document of the endpoints. */
export function openapiDocument(
  endpoints: readonly EndpointDeclaration[],
  about: { readonly title: string; readonly version: string; readonly description: string },
  tags: Readonly<Record<string, string>>,
): Json {
  const schemas: Json = { Error: errorSchema };
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint, schemas),
    };
  }
  return {
    openapi: '3.1.0',
    info: { ...about, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/', description: 'The deployed base url' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
}

const errorSchema = {
  type: 'object',
  required: ['error', 'code', 'request_id'],
  properties: {
    error: { type: 'string', description: 'What went wrong' },
    code: { type: 'string', description: 'Stable code to switch on' },
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

function operation(endpoint: EndpointDeclaration, schemas: Json): Json {
  return {
    operationId: operationIdOf(endpoint.name),
    summary: endpoint.summary,
    ...(endpoint.description ? { description: endpoint.description } : {}),
    tags: [endpoint.tag],
    security: endpoint.access.kind === 'public' ? [] : [{ apiKey: [] }, { bearer: [] }],
    parameters: [
      ...inputParameters('path', endpoint.parameters, schemas),
      ...inputParameters('query', endpoint.query, schemas),
      ...headerParameters(endpoint),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: jsonSchema(endpoint.body, 'input', schemas) },
              ...(endpoint.takesX12 && { 'application/edi-x12': x12Text, 'text/plain': x12Text }),
            },
          },
        }
      : {}),
    responses: { ...answers(endpoint, schemas), ...failures(endpoint) },
  };
}

const x12Text = { schema: { type: 'string', description: 'X12 text' } };

const operationIdOf = (name: string) =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const parameterSource = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
});

function inputParameters(place: 'path' | 'query', schema: z.ZodType | undefined, schemas: Json): Json[] {
  if (!schema) return [];
  const { properties, required } = parameterSource.parse(jsonSchema(schema, 'input', schemas));
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

function headerParameters({ idempotent, versioned, method }: EndpointDeclaration): Json[] {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  });
  return [
    ...(idempotent
      ? [
          header(
            'Idempotency-Key',
            'The same key and request within 24 hours get the first answer again, marked `Idempotent-Replayed: true`. A refusal that a later change can lift is not stored: send the request again with the same key.',
          ),
        ]
      : []),
    ...(versioned && method === 'GET' ? [header('If-None-Match', '304 when the tag is current.')] : []),
    ...(versioned && method !== 'GET' ? [header('If-Match', '412 when the tag is not current.')] : []),
  ];
}

function answers(endpoint: EndpointDeclaration, schemas: Json): Json {
  const headers = {
    'X-Request-Id': headerOf('Id of this request, also in its log lines'),
    ...(endpoint.limiter
      ? {
          RateLimit: headerOf('What is left of the limit, and seconds until it resets'),
          'RateLimit-Policy': headerOf('The limit and its window in seconds'),
        }
      : {}),
    ...(endpoint.versioned ? { ETag: headerOf('Version of the resource') } : {}),
  };
  return Object.fromEntries(
    Object.entries(endpoint.responses).map(([status, { description, schema }]) => [
      status,
      {
        description,
        headers,
        ...(schema
          ? { content: { 'application/json': { schema: jsonSchema(schema, 'output', schemas) } } }
          : {}),
      },
    ]),
  );
}

const headerOf = (description: string) => ({ description, schema: { type: 'string' } });

function failures(endpoint: EndpointDeclaration): Json {
  const byStatus = Map.groupBy(errorCodes(endpoint), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].message}`).join('. '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

/** The endpoint's own errors and those that follow from its access, limiter and input. */
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
    Boolean(endpoint.body) && 'payload_too_large',
    Boolean(endpoint.body) && 'unsupported_media_type',
    endpoint.idempotent && 'idempotency_mismatch',
    (endpoint.limiter !== undefined || endpoint.access.kind !== 'public') && 'rate_limited',
    'internal',
  ];
  return [...new Set(codes.filter((code): code is ErrorCode => Boolean(code)))];
}

/** JSON Schema of a zod schema; named schemas (`meta.id`) go to the components. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Json): Json {
  const { $schema, $defs, ...body } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const { def } = zodSchema._zod;
      // What a transform makes of its input (lower case, UTC) still has the input's shape.
      if (io === 'output' && def.type === 'pipe' && def.out._zod.def.type === 'transform') {
        Object.assign(made, z.toJSONSchema(def.in, { io: 'input', unrepresentable: 'any' }));
        delete made.$schema;
      }
      const { openapi } = made;
      if (typeof openapi === 'object') {
        for (const key of Object.keys(made)) delete made[key];
        Object.assign(made, openapi);
      }
    },
  });
  for (const [name, definition] of Object.entries($defs ?? {})) schemas[name] = withComponentRefs(definition);
  return withComponentRefs(body);
}

function withComponentRefs(value: unknown): Json {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      key === 'id' && typeof member === 'string' ? undefined : member,
    ),
    (key, member: unknown) =>
      key === '$ref' && typeof member === 'string'
        ? member.replace('#/$defs/', '#/components/schemas/')
        : member,
  );
}
