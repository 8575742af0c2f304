import {
  AuthorizationType,
  type Integration,
  type MethodOptions,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { errorCatalog } from '#contract/errors.ts';
import { everyResponseHeaders, readableResponseHeaders } from '#contract/headers.ts';
import { envelopeTemplate, headerMappings } from './gateway-responses.ts';

interface FallbackMethodProps {
  readonly path: string;
  /** Methods of the contract for the path. */
  readonly declared: readonly string[];
  /** Methods that the path serves, HEAD included. */
  readonly methods: readonly string[];
  readonly corsOrigin: string;
}

/** The `ANY` method of a path, a mock: 204 for OPTIONS, 405 and `Allow` for methods without an endpoint. */
export function fallbackMethod({ path, declared, methods, corsOrigin }: FallbackMethodProps): {
  readonly integration: Integration;
  readonly options: MethodOptions;
} {
  const preflight = preflightOf(path, declared);
  const allow = { Allow: [...methods, 'OPTIONS'].join(', ') };
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
  const integration = new MockIntegration({
    requestTemplates: Object.fromEntries(mediaTypes.map((type) => [type, statusTemplate])),
    passthroughBehavior: PassthroughBehavior.NEVER,
    integrationResponses: [
      { statusCode: '204', selectionPattern: '204', responseParameters: parameters(preflightHeaders) },
      {
        statusCode: '405',
        responseParameters: parameters(refusalHeaders),
        responseTemplates: {
          'application/json': envelopeTemplate('"method_not_allowed"', JSON.stringify(message)),
        },
      },
    ],
  });
  return {
    integration,
    options: {
      authorizationType: AuthorizationType.NONE,
      apiKeyRequired: false,
      methodResponses: [
        { statusCode: '204', responseParameters: allNames(preflightHeaders) },
        { statusCode: '405', responseParameters: allNames(refusalHeaders) },
      ],
    },
  };
}

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

const nameOf = (header: string) => `method.response.header.${header}`;

const parameters = (headers: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [nameOf(name), value]));

/** API Gateway drops headers that the method response does not declare. */
const allNames = (headers: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.keys(headers).map((name) => [nameOf(name), true]));
