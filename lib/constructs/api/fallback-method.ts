import {
  AuthorizationType,
  type IResource,
  type Method,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { errorCatalog } from '#contract/errors.ts';
import { envelopeTemplate } from './gateway-responses.ts';
import type { Preflight } from './preflight.ts';
import { gatewayErrorHeaders, gatewayHeaders, headerMappings } from './response-headers.ts';

interface OtherMethods {
  /** Methods of the contract, HEAD included. */
  readonly methods: readonly string[];
  readonly preflight: Preflight;
  readonly corsOrigin: string;
}

/**
 * Answers every method of a path that has no endpoint, at the gateway and with no function behind it: OPTIONS with
 * 204, any other with 405 and `Allow`. One `ANY` method does both, because a stack holds 500 resources.
 */
export function addFallbackMethod(
  resource: IResource,
  { methods, preflight, corsOrigin }: OtherMethods,
): Method {
  const preflightHeaders = headerMappings({
    ...gatewayHeaders(corsOrigin),
    'Access-Control-Allow-Methods': preflight.methods.join(', '),
    'Access-Control-Allow-Headers': preflight.headers.join(', '),
    ...(preflight.maxAgeSeconds !== undefined && {
      'Access-Control-Max-Age': String(preflight.maxAgeSeconds),
    }),
  });
  const refusalHeaders = headerMappings({
    ...gatewayErrorHeaders(corsOrigin),
    Allow: [...methods, 'OPTIONS'].join(', '),
  });
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

/** API Gateway picks the request template by the media type of the request; a type without one is 415. */
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

/** A header that the method response does not declare never leaves API Gateway. */
const declared = (headers: { readonly [name: string]: string }) =>
  Object.fromEntries(Object.keys(headers).map((name) => [nameOf(name), true]));
