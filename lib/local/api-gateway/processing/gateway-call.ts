import type { JsonObject, TemplateJson } from '../../cloudformation/json.ts';
import type { RestApi } from '../model/api.ts';
import { type HeaderMap, headerValue } from '../server/headers.ts';
import type { Route } from '../server/routes.ts';

/** API Gateway's own errors: default status and message, and the name in the header x-amzn-ErrorType. */
export const gatewayErrors = {
  ACCESS_DENIED: [403, 'User is not authorized to access this resource', 'AccessDeniedException'],
  API_CONFIGURATION_ERROR: [500, 'Internal server error', 'InternalServerErrorException'],
  AUTHORIZER_CONFIGURATION_ERROR: [500, 'Internal server error', 'AuthorizerConfigurationException'],
  AUTHORIZER_FAILURE: [500, 'Internal server error', 'AuthorizerConfigurationException'],
  BAD_REQUEST_BODY: [400, 'Invalid request body', 'BadRequestException'],
  DEFAULT_4XX: [400, 'Bad Request', 'BadRequestException'],
  DEFAULT_5XX: [502, 'Internal server error', 'InternalServerErrorException'],
  INTEGRATION_TIMEOUT: [504, 'Endpoint request timed out', 'InternalServerErrorException'],
  INVALID_API_KEY: [403, 'Forbidden', 'ForbiddenException'],
  MISSING_AUTHENTICATION_TOKEN: [403, 'Missing Authentication Token', 'MissingAuthenticationTokenException'],
  QUOTA_EXCEEDED: [429, 'Limit Exceeded', 'LimitExceededException'],
  REQUEST_TOO_LARGE: [413, 'Request Too Long', 'RequestTooLargeException'],
  THROTTLED: [429, 'Too Many Requests', 'TooManyRequestsException'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type', 'BadRequestException'],
  UNAUTHORIZED: [401, 'Unauthorized', 'UnauthorizedException'],
} as const satisfies Readonly<Record<string, readonly [number, string, string]>>;

type GatewayErrorType = keyof typeof gatewayErrors;

/** Ends a request with the gateway response of this type. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly type: GatewayErrorType;
  /** Replaces the default status of the type; a status in the template wins. */
  readonly status: number;

  constructor(
    type: GatewayErrorType,
    options: { readonly message?: string; readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(options.message ?? gatewayErrors[type][1], { cause: options.cause });
    this.type = type;
    this.status = options.status ?? gatewayErrors[type][0];
  }
}

export interface AuthorizedCaller {
  readonly principalId: string;
  readonly context: Readonly<Record<string, string>>;
  readonly usageIdentifierKey: string | undefined;
  readonly milliseconds: number;
}

export interface GatewayCall {
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly traceId: string;
  readonly startedAt: number;
  readonly httpMethod: string;
  /** Percent-encoded, as the client sent it, below stage or base path. */
  readonly path: string;
  /** `path` of an event, see addresses.ts. */
  readonly eventPath: string;
  /** `requestContext.path` of an event, see addresses.ts. */
  readonly contextPath: string;
  readonly query: ReadonlyMap<string, readonly string[]>;
  readonly clientHeaders: HeaderMap;
  readonly headers: HeaderMap;
  readonly sourceIp: string;
  readonly account: string;
  readonly api: RestApi;
  readonly route: Route;
  principal?: AuthorizedCaller;
  apiKey?: { readonly id: string; readonly value: string };
  error?: GatewayError;
  status?: number;
  responseLength?: number;
  integration?: { readonly milliseconds: number; readonly cold: boolean };
}

function requestContext(call: GatewayCall): JsonObject {
  const { api, route } = call;
  const host = headerValue(call.clientHeaders, 'host') ?? 'localhost';
  return {
    resourceId: route.method?.resourceId ?? '',
    resourcePath: route.resourcePath,
    httpMethod: call.httpMethod,
    extendedRequestId: call.extendedRequestId,
    requestTime: requestTime(call.startedAt),
    path: call.contextPath,
    accountId: call.account,
    protocol: 'HTTP/1.1',
    stage: api.stage.name,
    domainPrefix: host.split('.')[0] ?? '',
    requestTimeEpoch: call.startedAt,
    requestId: call.requestId,
    identity: {
      cognitoIdentityPoolId: null,
      accountId: null,
      cognitoIdentityId: null,
      caller: null,
      sourceIp: call.sourceIp,
      principalOrgId: null,
      accessKey: null,
      cognitoAuthenticationType: null,
      cognitoAuthenticationProvider: null,
      userArn: null,
      userAgent: headerValue(call.clientHeaders, 'user-agent') ?? null,
      user: null,
      ...(call.apiKey && { apiKey: call.apiKey.value, apiKeyId: call.apiKey.id }),
    },
    domainName: host,
    deploymentId: api.stage.deploymentId,
    apiId: api.id,
    ...(call.principal && {
      authorizer: {
        ...call.principal.context,
        principalId: call.principal.principalId,
        integrationLatency: Math.round(call.principal.milliseconds),
      },
    }),
  };
}

/** The event of a Lambda proxy integration, payload format 1.0. */
export function proxyEvent(call: GatewayCall, body: string | null): JsonObject {
  return { ...requestPart(call), requestContext: requestContext(call), body, isBase64Encoded: false };
}

export function authorizerEvent(call: GatewayCall, methodArn: string): JsonObject {
  return { type: 'REQUEST', methodArn, ...requestPart(call), requestContext: requestContext(call) };
}

function requestPart(call: GatewayCall): JsonObject {
  const { pathParameters } = call.route;
  return {
    resource: call.route.resourcePath,
    path: call.eventPath,
    httpMethod: call.httpMethod,
    headers: lastValues(call.headers),
    multiValueHeaders: Object.fromEntries(
      [...call.headers.values()].map(({ name, values }) => [name, values]),
    ),
    queryStringParameters: orNull(
      Object.fromEntries(
        [...call.query].map(([name, values]): [string, TemplateJson] => [name, values.at(-1) ?? '']),
      ),
    ),
    multiValueQueryStringParameters: orNull(Object.fromEntries(call.query)),
    pathParameters: orNull(pathParameters),
    stageVariables: null,
  };
}

function lastValues(headers: HeaderMap): JsonObject {
  return Object.fromEntries([...headers.values()].map(({ name, values }) => [name, values.at(-1) ?? '']));
}

/** API Gateway sends null for an empty object. */
function orNull(values: JsonObject): JsonObject | null {
  return Object.keys(values).length === 0 ? null : values;
}

export function methodArn(call: GatewayCall): string {
  const { region, id, stage } = call.api;
  return `arn:aws:execute-api:${region}:${call.account}:${id}/${stage.name}/${call.httpMethod}${call.path}`;
}

/** Replaces variables such as `$context.requestId` in a template of a gateway response, a mock or an access log. */
export function fillTemplate(template: string, call: GatewayCall, missing: string): string {
  return template.replaceAll(
    /\$(context\.[\w.-]*\w)/g,
    (_, expression: string) => expressionValue(expression, call) ?? missing,
  );
}

/** Returns the value of an expression such as context.requestId or method.request.header.Origin. */
export function expressionValue(expression: string, call: GatewayCall): string | undefined {
  const [, kind, name = ''] = /^(context|method\.request\.header)\.(.+)$/.exec(expression) ?? [];
  return kind === 'context' ? contextVariable(name, call) : headerValue(call.headers, name);
}

/** Variables that are not members of an event's request context. */
const contextVariables: ReadonlyMap<string, (call: GatewayCall) => string | undefined> = new Map([
  ['error.message', ({ error }) => error?.message],
  ['error.messageString', ({ error }) => error && JSON.stringify(error.message)],
  ['error.responseType', ({ error }) => error?.type],
  ['status', ({ status }) => status?.toString()],
  ['responseLength', ({ responseLength }) => responseLength?.toString()],
  ['responseLatency', ({ startedAt }) => String(Date.now() - startedAt)],
  ['integrationLatency', ({ integration }) => integration?.milliseconds.toFixed(0)],
  // Lambda's own status, which is 200 also when the function fails.
  ['integrationStatus', ({ integration }) => integration && '200'],
  ['authorizer.principalId', ({ principal }) => principal?.principalId],
  ['authorizer.latency', ({ principal }) => principal?.milliseconds.toFixed(0)],
  ['xrayTraceId', ({ traceId }) => traceId],
]);

function contextVariable(name: string, call: GatewayCall): string | undefined {
  const known = contextVariables.get(name);
  if (known !== undefined) return known(call);
  if (name.startsWith('authorizer.')) return call.principal?.context[name.slice('authorizer.'.length)];
  let value: unknown = requestContext(call);
  for (const part of name.split('.')) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  }
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** Returns a time such as 09/Apr/2015:12:34:56 +0000. */
function requestTime(epochMilliseconds: number): string {
  const [, day, month, year, time] = new Date(epochMilliseconds).toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
