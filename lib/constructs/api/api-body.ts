import { createHash } from 'node:crypto';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { errorCatalog } from '#contract/errors.ts';
import { everyResponseHeaders, readableResponseHeaders } from '#contract/headers.ts';
import { envelopeTemplate, gatewayResponses, headerMappings, mapped } from './gateway-responses.ts';

export interface ApiBodyProps {
  readonly name: string;
  readonly description: string;
  readonly endpoints: readonly EndpointDeclaration[];
  /** Stack of the API, which begins the names of its functions. */
  readonly stackName: string;
  readonly corsOrigin: string;
  /** `off`: the API is available under its custom domain only. */
  readonly executeApiEndpoint: 'on' | 'off';
}

/**
 * Returns the definition of an API as API Gateway imports it: OpenAPI 3.0 with its extensions, without schemas. The
 * definition refers to no resource of a template, so it can be a file: it spells the names of the functions, and API
 * Gateway itself replaces the variables of account, partition and region.
 */
export const apiBody = (props: ApiBodyProps) => ({
  openapi: '3.0.1',
  info: { title: props.name, description: props.description, version: '1' },
  paths: Object.fromEntries(
    [...Map.groupBy(props.endpoints, ({ path }) => path)].map(([path, endpoints]) => [
      path,
      pathItem(path, endpoints, props),
    ]),
  ),
  components: { securitySchemes: securitySchemes(props.stackName) },
  'x-amazon-apigateway-api-key-source': 'AUTHORIZER',
  'x-amazon-apigateway-minimum-compression-size': 1024,
  'x-amazon-apigateway-endpoint-configuration': {
    disableExecuteApiEndpoint: props.executeApiEndpoint === 'off',
  },
  'x-amazon-apigateway-gateway-responses': gatewayResponses(props.corsOrigin),
});

/** Name of the authorizer's function within a service. No endpoint has it. */
export const authorizerName = 'authorizer';

const maxFunctionName = 64;

/**
 * Returns the name of the function behind an endpoint, or of the authorizer. It begins with the stack, so that several
 * installations share an account and region. A digest replaces the end of a name that is longer than Lambda allows.
 */
export function functionName(stackName: string, name: string): string {
  const whole = `${stackName}-${name}`;
  if (whole.length <= maxFunctionName) return whole;
  const digest = createHash('sha256').update(whole).digest('hex').slice(0, 8);
  return `${whole.slice(0, maxFunctionName - digest.length - 1)}-${digest}`;
}

/** Returns the HTTP methods of an endpoint: a resource with GET also supports HEAD (RFC 9110, section 9.1). */
export const methodsOf = ({ method }: EndpointDeclaration): readonly string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

const invocationUri = (stackName: string, name: string) =>
  `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions/arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:${functionName(stackName, name)}/invocations`;

const securitySchemes = (stackName: string) => ({
  authorizer: {
    type: 'apiKey',
    in: 'header',
    // A cache key would require both headers, but a request has one of them. The authorizer itself caches.
    name: 'Unused',
    'x-amazon-apigateway-authtype': 'custom',
    'x-amazon-apigateway-authorizer': {
      type: 'request',
      authorizerUri: invocationUri(stackName, authorizerName),
      authorizerResultTtlInSeconds: 0,
    },
  },
  api_key: { type: 'apiKey', in: 'header', name: 'x-api-key' },
});

function pathItem(path: string, endpoints: readonly EndpointDeclaration[], props: ApiBodyProps) {
  const operations = endpoints.flatMap((endpoint) =>
    methodsOf(endpoint).map((method) => [
      method.toLowerCase(),
      {
        ...(method === endpoint.method && { operationId: camelCase(endpoint.name) }),
        responses: {},
        security: security(endpoint),
        'x-amazon-apigateway-integration': {
          type: 'aws_proxy',
          httpMethod: 'POST',
          uri: invocationUri(props.stackName, endpoint.name),
        },
      },
    ]),
  );
  return {
    ...Object.fromEntries(operations),
    'x-amazon-apigateway-any-method': fallback(path, endpoints, props.corsOrigin),
  };
}

const camelCase = (name: string) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** API Gateway requires every listed scheme: the authorizer, then the plan of the caller's key. */
const security = ({ access, unmetered }: EndpointDeclaration) =>
  access.kind === 'public' ? [] : [{ authorizer: [] }, ...(unmetered ? [] : [{ api_key: [] }])];

/** The `ANY` method of a path, a mock: 204 for OPTIONS, 405 and `Allow` for methods without an endpoint. */
function fallback(path: string, endpoints: readonly EndpointDeclaration[], corsOrigin: string) {
  const declared = endpoints.map(({ method }) => method);
  const preflight = preflightOf(path, declared);
  const allow = { Allow: [...endpoints.flatMap(methodsOf), 'OPTIONS'].join(', ') };
  const preflightHeaders = headerMappings({
    ...everyResponseHeaders(corsOrigin),
    ...allow,
    'Access-Control-Allow-Methods': preflight.methods.join(', '),
    'Access-Control-Allow-Headers': preflight.headers.join(', '),
    ...(preflight.maxAgeSeconds !== undefined && {
      'Access-Control-Max-Age': String(preflight.maxAgeSeconds),
    }),
  });
  const refusalHeaders = headerMappings({ ...readableResponseHeaders(corsOrigin), ...allow });
  const { message } = errorCatalog.method_not_allowed;
  return {
    responses: {
      204: { description: 'The methods of the path', headers: declaredHeaders(preflightHeaders) },
      405: { description: message, headers: declaredHeaders(refusalHeaders) },
    },
    'x-amazon-apigateway-integration': {
      type: 'mock',
      passthroughBehavior: 'never',
      requestTemplates: Object.fromEntries(mediaTypes.map((type) => [type, statusTemplate])),
      responses: {
        204: { statusCode: '204', responseParameters: mapped('method.response', preflightHeaders) },
        default: {
          statusCode: '405',
          responseParameters: mapped('method.response', refusalHeaders),
          responseTemplates: {
            'application/json': envelopeTemplate('"method_not_allowed"', JSON.stringify(message)),
          },
        },
      },
    },
  };
}

/** API Gateway maps no header that the response of the method does not declare. */
const declaredHeaders = (headers: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.keys(headers).map((name) => [name, { schema: { type: 'string' } }]));

const statusTemplate = `#if($context.httpMethod == "OPTIONS")
{"statusCode":204}
#else
{"statusCode":405}
#end`;

/** API Gateway selects the request template by media type. For other types, see UNSUPPORTED_MEDIA_TYPE. */
const mediaTypes = [
  'application/json',
  'application/merge-patch+json',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/octet-stream',
  'application/edi-x12',
  'multipart/form-data',
  'text/csv',
  'text/plain',
];

interface Preflight {
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly maxAgeSeconds?: number;
}

/** The two routes whose preflight the commerce specification fixes (docs/spec-notes.md). */
const specified: { readonly [path: string]: Preflight } = {
  '/api/v1': {
    methods: ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
    headers: ['Content-Type', 'Authorization', 'X-API-Key'],
    maxAgeSeconds: 86_400,
  },
  '/api/v1/water-logs': { methods: ['GET', 'POST', 'OPTIONS'], headers: ['Content-Type', 'Authorization'] },
};

const preflightOf = (path: string, methods: readonly string[]): Preflight =>
  specified[path] ?? {
    methods: [...methods, 'OPTIONS'],
    headers: [
      'Content-Type',
      'Authorization',
      'X-API-Key',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'X-Request-Id',
    ],
    maxAgeSeconds: 7200,
  };
