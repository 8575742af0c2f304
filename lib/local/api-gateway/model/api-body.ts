import { createHash } from 'node:crypto';
import * as z from 'zod';
import { functionArnIn, integrationSchema, readIntegration } from './integration.ts';
import { methodThrottle, type Stage } from './stage.ts';

export type Method = ReturnType<typeof readMethod>;

export interface RouteNode {
  readonly resourcePath: string;
  readonly literals: ReadonlyMap<string, RouteNode>;
  readonly parameter: { readonly name: string; readonly node: RouteNode } | undefined;
  readonly greedy: { readonly name: string; readonly node: RouteNode } | undefined;
  readonly methods: ReadonlyMap<string, Method>;
}

/** Returns the error for a place in the definition that does not run here. */
type Refusal = (place: string, reason: string) => Error;

const texts = z.record(z.string(), z.string()).default({});
const inHeader = { type: z.literal('apiKey'), in: z.literal('header') };

const schemeSchema = z.union(
  [
    z.strictObject({ ...inHeader, name: z.literal('x-api-key') }),
    z.strictObject({
      ...inHeader,
      name: z.literal('Unused'),
      'x-amazon-apigateway-authtype': z.literal('custom'),
      'x-amazon-apigateway-authorizer': z.strictObject({
        type: z.literal('request'),
        authorizerUri: z.string(),
        authorizerResultTtlInSeconds: z.literal(0),
      }),
    }),
  ],
  'the local runtime supports API keys, and request authorizers without identity sources and cache',
);

const operationSchema = z.strictObject({
  operationId: z.string().optional(),
  responses: z.record(
    z.string(),
    z.strictObject({ description: z.string(), headers: z.record(z.string(), z.unknown()).default({}) }),
  ),
  /** API Gateway requires all of them together, although they are alternatives in OpenAPI. */
  security: z.array(z.record(z.string(), z.array(z.string()).max(0))).default([]),
  'x-amazon-apigateway-integration': integrationSchema,
});

const anyMethod = 'x-amazon-apigateway-any-method';

const bodySchema = z.strictObject({
  openapi: z.string().startsWith('3.0.', 'API Gateway imports OpenAPI 3.0'),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(
    z.string(),
    z.record(
      z.string().regex(/^(?:get|head|post|put|patch|delete|options|x-amazon-apigateway-any-method)$/),
      operationSchema,
    ),
  ),
  components: z
    .strictObject({ securitySchemes: z.record(z.string(), schemeSchema) })
    .default({ securitySchemes: {} }),
  'x-amazon-apigateway-api-key-source': z
    .literal('AUTHORIZER', 'the local runtime takes API keys only from the authorizer')
    .optional(),
  'x-amazon-apigateway-minimum-compression-size': z.number().optional(),
  'x-amazon-apigateway-endpoint-configuration': z
    .strictObject({ disableExecuteApiEndpoint: z.boolean() })
    .default({ disableExecuteApiEndpoint: false }),
  'x-amazon-apigateway-gateway-responses': z
    .record(
      z.string(),
      z.strictObject({
        statusCode: z.coerce.number().optional(),
        responseParameters: texts,
        responseTemplates: texts,
      }),
    )
    .default({}),
});

type Body = z.infer<typeof bodySchema>;
type Operation = z.infer<typeof operationSchema>;

/**
 * Reads the definition of an API: OpenAPI 3.0 with the extensions of API Gateway. Throws what `refusal` returns for
 * anything that the runtime cannot serve as API Gateway does.
 */
export function readApiBody(
  text: string,
  { stage, refusal }: { readonly stage: Stage; readonly refusal: Refusal },
) {
  const parsed = bodySchema.safeParse(JSON.parse(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refusal(issue?.path.join(' ') ?? '', issue?.message ?? '');
  }
  const { paths, ...body } = parsed.data;
  const authorizers = readAuthorizers(body.components.securitySchemes, refusal);
  const routes = Object.entries(paths).map(([path, operations]) => ({
    segments: path.split('/').filter((part) => part !== ''),
    methods: new Map(
      Object.entries(operations).map(([name, operation]) => {
        const httpMethod = name === anyMethod ? 'ANY' : name.toUpperCase();
        const place = { path, httpMethod, stage, authorizers, refusal };
        return [httpMethod, readMethod(operation, place)] as const;
      }),
    ),
  }));
  return {
    minimumCompressionSize: body['x-amazon-apigateway-minimum-compression-size'],
    /** Whether the API has the address `<id>.execute-api.…`. */
    executeApiEndpoint: !body['x-amazon-apigateway-endpoint-configuration'].disableExecuteApiEndpoint,
    root: routeNode('/', routes, refusal),
    gatewayResponses: readGatewayResponses(body['x-amazon-apigateway-gateway-responses']),
  };
}

/** Returns the ARNs of the authorizers' functions by security scheme; undefined for the scheme of API keys. */
function readAuthorizers(
  schemes: Body['components']['securitySchemes'],
  refusal: Refusal,
): ReadonlyMap<string, string | undefined> {
  return new Map(
    Object.entries(schemes).map(([name, scheme]) => {
      if (scheme.name === 'x-api-key') return [name, undefined];
      const functionArn = functionArnIn(scheme['x-amazon-apigateway-authorizer'].authorizerUri);
      if (functionArn !== undefined) return [name, functionArn];
      throw refusal(`components securitySchemes ${name}`, 'its authorizerUri names no function');
    }),
  );
}

interface MethodPlace {
  readonly path: string;
  readonly httpMethod: string;
  readonly stage: Stage;
  readonly authorizers: ReadonlyMap<string, string | undefined>;
  readonly refusal: Refusal;
}

function readMethod(
  operation: Operation,
  { path, httpMethod, stage, authorizers, refusal: refusalOf }: MethodPlace,
) {
  const refusal: Refusal = (property, reason) => refusalOf(`${httpMethod} ${path} ${property}`, reason);
  const schemes = operation.security.flatMap((requirement) => Object.keys(requirement));
  const unknown = schemes.find((scheme) => !authorizers.has(scheme));
  if (unknown !== undefined) throw refusal('security', `there is no scheme ${unknown}`);
  const integration = readIntegration(operation['x-amazon-apigateway-integration'], refusal);
  if (integration.kind === 'mock') {
    for (const { status, headers } of integration.responses) {
      const declared = operation.responses[status]?.headers ?? {};
      const missing = Object.keys(headers).find((name) => !(name.split('.').slice(3).join('.') in declared));
      // API Gateway does not import such a mapping.
      if (missing !== undefined) throw refusal('responses', `${status} does not declare ${missing}`);
    }
  }
  return {
    httpMethod,
    resourceId: createHash('sha256').update(path).digest('hex').slice(0, 6),
    /** The path as in the definition, for instance /api/v1/orders/{id}. */
    resourcePath: path,
    authorizerArn: schemes.map((scheme) => authorizers.get(scheme)).find((arn) => arn !== undefined),
    apiKeyRequired: schemes.some((scheme) => authorizers.get(scheme) === undefined),
    integration,
    throttle: methodThrottle(stage, path, httpMethod),
  };
}

interface Route {
  /** Parts of the path below the node. */
  readonly segments: readonly string[];
  readonly methods: ReadonlyMap<string, Method>;
}

function routeNode(resourcePath: string, routes: readonly Route[], refusal: Refusal): RouteNode {
  const own = routes.find(({ segments }) => segments.length === 0);
  const below = Map.groupBy(
    routes.filter(({ segments }) => segments.length > 0),
    ({ segments: [part = ''] }) => part,
  );
  const children = [...below].map(([part, deeper]) => {
    const path = `${resourcePath === '/' ? '' : resourcePath}/${part}`;
    const rest = deeper.map(({ segments, methods }) => ({ segments: segments.slice(1), methods }));
    return { part, node: routeNode(path, rest, refusal) };
  });
  const variable = (pattern: RegExp) => {
    const [first, second] = children.filter(({ part }) => pattern.test(part));
    if (first === undefined) return undefined;
    if (second === undefined) return { name: pattern.exec(first.part)?.[1] ?? '', node: first.node };
    throw refusal(
      second.node.resourcePath,
      `API Gateway accepts one variable in this place, which is ${first.part}`,
    );
  };
  return {
    resourcePath,
    literals: new Map(
      children.filter(({ part }) => !part.startsWith('{')).map(({ part, node }) => [part, node]),
    ),
    parameter: variable(/^\{([^}+]+)\}$/),
    greedy: variable(/^\{([^}+]+)\+\}$/),
    methods: own?.methods ?? new Map(),
  };
}

function readGatewayResponses(responses: Body['x-amazon-apigateway-gateway-responses']) {
  return new Map(
    Object.entries(responses).map(([type, { statusCode, responseParameters, responseTemplates }]) => [
      type,
      { statusCode, headers: responseParameters, templates: responseTemplates },
    ]),
  );
}
