import * as z from 'zod';
import type { EndpointDeclaration } from '../endpoint.ts';
import { documentedErrorCodes, sharedFailures } from './failures.ts';
import { responseHeaders } from './response-parts.ts';
import { errorSchema, type ResponseSources, responsesOf, sharedResponses } from './responses.ts';
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

/** Whether successful responses have an `ETag`, including those that create a versioned resource. */
const isTagged = (endpoint: EndpointDeclaration, endpoints: readonly EndpointDeclaration[]): boolean =>
  endpoint.versioned === true ||
  (endpoint.responses[201] !== undefined &&
    endpoints.some(({ versioned, path }) => versioned && path.startsWith(`${endpoint.path}/{`)));

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
