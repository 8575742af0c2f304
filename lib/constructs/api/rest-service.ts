import {
  AccessLogFormat,
  ApiKeySourceType,
  AuthorizationType,
  EndpointType,
  type Integration,
  type IResource,
  LogGroupLogDestination,
  Method,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  type MethodOptions,
  MockIntegration,
  PassthroughBehavior,
  RequestAuthorizer,
  Resource,
  RestApi,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Duration, RemovalPolicy, Size, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { errorCatalog } from '#contract/errors.ts';
import { everyResponseHeaders, readableResponseHeaders } from '#contract/headers.ts';
import { suppress } from '../../nag/suppressions.ts';
import { endpointThrottle, logRetention } from '../../settings/settings.ts';
import { domainStack, pathStack } from './domain-stack.ts';
import { addGatewayResponses, envelopeTemplate, headerMappings } from './gateway-responses.ts';

interface FallbackMethodProps {
  readonly path: string;
  /** Methods of the contract for the path. */
  readonly declared: readonly string[];
  /** Methods that the path serves, HEAD included. */
  readonly methods: readonly string[];
  readonly corsOrigin: string;
}

/** The `ANY` method of a path, a mock: 204 for OPTIONS, 405 and `Allow` for methods without an endpoint. */
function fallbackMethod({ path, declared, methods, corsOrigin }: FallbackMethodProps): {
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

interface RestServiceProps {
  readonly name: string;
  readonly description: string;
  readonly endpoints: readonly EndpointDeclaration[];
  readonly authorizer: IFunction;
  readonly corsOrigin: string;
  /** `off`: the API is available under its custom domain only. */
  readonly executeApiEndpoint: 'on' | 'off';
  readonly key: IKey | undefined;
}

/** Stage of every API. It begins the path, except under a custom domain. */
export const stageName = 'live';

/** INFO would log query strings and headers, and a data trace would log bodies. */
const executionLogging = { loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false };

export class RestService extends Construct {
  readonly api: RestApi;
  private readonly authorizer: RequestAuthorizer;
  private readonly endpoints: readonly EndpointDeclaration[];

  constructor(scope: Construct, id: string, props: RestServiceProps) {
    super(scope, id);
    this.endpoints = props.endpoints;
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: logRetention.access,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(props.key && { encryptionKey: props.key }),
    });
    this.api = new RestApi(this, 'Api', {
      restApiName: props.name,
      description: props.description,
      endpointTypes: [EndpointType.REGIONAL],
      ...(props.executeApiEndpoint === 'off' && { disableExecuteApiEndpoint: true }),
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
      minCompressionSize: Size.bytes(1024),
      // The role for logs is a setting of the account, which the Data stack makes once (gateway-logging.ts).
      cloudWatchRole: false,
      deployOptions: {
        stageName,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: accessLogFormat(),
        ...executionLogging,
        tracingEnabled: true,
        methodOptions: methodThrottles(props.endpoints),
      },
    });
    // api-address.ts adds an output with a plain name instead.
    this.api.node.tryRemoveChild('Endpoint');
    this.authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: props.authorizer,
      // A cache key would require both headers, but a request has one of them. The authorizer itself caches.
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    });
    addGatewayResponses(this.api, props.corsOrigin);
    this.addOtherMethods(props.corsOrigin);
    const executionLog = this.createExecutionLog(props.key);

    suppress(this.api, 'unvalidated-api');
    suppress(this.api.deploymentStage, 'stage');
    if (!props.key) for (const log of [accessLog, executionLog]) suppress(log, 'aws-owned-key');
  }

  get stage(): Stage {
    return this.api.deploymentStage;
  }

  /**
   * Adds the method of an endpoint: public, or behind the authorizer and metered by the caller's plan. A GET gets a HEAD
   * method with the same function.
   */
  addMethod(endpoint: EndpointDeclaration, operationName: string, integration: Integration): void {
    const isPublic = endpoint.access.kind === 'public';
    const resource = this.resourceOf(endpoint.path);
    for (const httpMethod of methodsOf(endpoint)) {
      const method = this.method(endpoint, httpMethod, {
        resource,
        integration,
        options: {
          ...(httpMethod === endpoint.method && { operationName }),
          apiKeyRequired: !isPublic && endpoint.unmetered !== true,
          ...(isPublic
            ? { authorizationType: AuthorizationType.NONE }
            : { authorizationType: AuthorizationType.CUSTOM, authorizer: this.authorizer }),
        },
      });
      if (isPublic) suppress(method, 'public-method');
      suppress(method, 'not-cognito');
    }
  }

  /**
   * Returns the ARN of an endpoint for the permission to invoke its function. For GET and HEAD it covers all methods of
   * the path, because a permission names one ARN.
   */
  executeArn(endpoint: EndpointDeclaration): string {
    const [method = endpoint.method, ...more] = methodsOf(endpoint);
    const path = endpoint.path.replaceAll(/\{[^}]+\}/g, '*');
    return this.api.arnForExecuteApi(more.length === 0 ? method : '*', path, stageName);
  }

  /** API Gateway would create this log group itself, without retention and without the customer-managed key. */
  private createExecutionLog(key: IKey | undefined): LogGroup {
    const log = new LogGroup(this, 'ExecutionLog', {
      logGroupName: `API-Gateway-Execution-Logs_${this.api.restApiId}/${stageName}`,
      retention: logRetention.functions,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(key && { encryptionKey: key }),
    });
    this.api.deploymentStage.node.addDependency(log);
    return log;
  }

  private addOtherMethods(corsOrigin: string): void {
    for (const [path, of] of Map.groupBy(this.endpoints, (endpoint) => endpoint.path)) {
      const [first] = of;
      if (first === undefined) continue;
      const { integration, options } = fallbackMethod({
        path,
        declared: of.map((endpoint) => endpoint.method),
        methods: of.flatMap(methodsOf),
        corsOrigin,
      });
      const method = this.method(first, 'ANY', { resource: this.resourceOf(path), integration, options });
      suppress(method, 'fallback-method');
    }
  }

  /** Adds a method in the stack of its domain. */
  private method(
    endpoint: EndpointDeclaration,
    httpMethod: string,
    props: {
      readonly resource: IResource;
      readonly integration: Integration;
      readonly options: MethodOptions;
    },
  ): Method {
    const id = `${endpoint.path} ${httpMethod}`.replaceAll(/[^A-Za-z0-9]+/g, ' ').trim();
    return new Method(domainStack(this.stack, endpoint.tag), id, { httpMethod, ...props });
  }

  /** The resource of a path. Each part of it is in the stack that {@link pathStack} chooses. */
  private resourceOf(path: string): IResource {
    let resource: IResource = this.api.root;
    let prefix = '';
    for (const pathPart of path.split('/').filter((part) => part !== '')) {
      prefix = `${prefix}/${pathPart}`;
      const found: IResource | undefined = resource.getResource(pathPart);
      const stack = pathStack(this.stack, prefix, this.endpoints);
      resource =
        found ??
        (stack === this.stack
          ? resource.addResource(pathPart)
          : new Resource(stack, `Path ${prefix}`.replaceAll(/[^A-Za-z0-9]+/g, ' '), {
              parent: resource,
              pathPart,
            }));
    }
    return resource;
  }

  /** The stack of the API, in which {@link domainStack} finds the nested ones. */
  private get stack(): Stack {
    return Stack.of(this);
  }
}

/** Returns the HTTP methods of an endpoint: a resource with GET also supports HEAD (RFC 9110, section 9.1). */
const methodsOf = ({ method }: EndpointDeclaration): readonly string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/** Logs the route instead of the path, and no query string or header, because these may hold ids and search terms. */
const accessLogFormat = () =>
  AccessLogFormat.custom(
    JSON.stringify({
      time: '$context.requestTimeEpoch',
      request_id: '$context.requestId',
      trace_id: '$context.xrayTraceId',
      method: '$context.httpMethod',
      route: '$context.resourcePath',
      status: '$context.status',
      response_bytes: '$context.responseLength',
      response_ms: '$context.responseLatency',
      integration_ms: '$context.integrationLatency',
      integration_status: '$context.integrationStatus',
      authorizer_ms: '$context.authorizer.latency',
      caller: '$context.authorizer.principalId',
      gateway_error: '$context.error.responseType',
      ip: '$context.identity.sourceIp',
    }),
  );

/** Throttles by method. They repeat the logging, because settings of a method replace those of the stage. */
function methodThrottles(endpoints: readonly EndpointDeclaration[]): Record<string, MethodDeploymentOptions> {
  const throttles = endpoints.flatMap((endpoint) => {
    const { service, name, method, path } = endpoint;
    const { ratePerSecond, burst } = endpointThrottle(`${service}/${name}`, method);
    const options = { ...executionLogging, throttlingRateLimit: ratePerSecond, throttlingBurstLimit: burst };
    return methodsOf(endpoint).map((httpMethod) => [`${path}/${httpMethod}`, options]);
  });
  return Object.fromEntries(throttles);
}
