import {
  AuthorizationType,
  type IResource,
  type Method,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { errorCatalog } from '#contract/errors.ts';
import { everyResponseHeaders, readableResponseHeaders } from '#contract/headers.ts';
import { envelopeTemplate, headerMappings } from './gateway-responses.ts';
import type { Preflight } from './preflight.ts';

interface FallbackMethodProps {
  /** Methods that the path serves, HEAD included. */
  readonly methods: readonly string[];
  readonly preflight: Preflight;
  readonly corsOrigin: string;
}

/** Adds the `ANY` method of a path, a mock: 204 for OPTIONS, 405 and `Allow` for methods without an endpoint. */
export function addFallbackMethod(
  resource: IResource,
  { methods, preflight, corsOrigin }: FallbackMethodProps,
): Method {
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
  return resource.addMethod('ANY', integration, {
    authorizationType: AuthorizationType.NONE,
    apiKeyRequired: false,
    methodResponses: [
      { statusCode: '204', responseParameters: declared(preflightHeaders) },
      { statusCode: '405', responseParameters: declared(refusalHeaders) },
    ],
  });
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
  'text/plain',
];

const nameOf = (header: string) => `method.response.header.${header}`;

const parameters = (headers: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [nameOf(name), value]));

/** API Gateway drops headers that the method response does not declare. */
const declared = (headers: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.keys(headers).map((name) => [nameOf(name), true]));
