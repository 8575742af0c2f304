import {
  AccessLogFormat,
  ApiKeySourceType,
  AuthorizationType,
  EndpointType,
  type Integration,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  RequestAuthorizer,
  RestApi,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { suppress } from '../../nag/suppressions.ts';
import { endpointThrottle, logRetention } from '../../settings/settings.ts';
import { addFallbackMethod } from './fallback-method.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { preflightOf } from './preflight.ts';

interface RestServiceProps {
  readonly name: string;
  readonly description: string;
  readonly endpoints: readonly EndpointDeclaration[];
  readonly authorizer: IFunction;
  readonly corsOrigin: string;
  /** Whether the API answers under the address that API Gateway gives it. */
  readonly executeApiEndpoint: 'on' | 'off';
  readonly key: IKey | undefined;
}

/** Stage of every API: the first part of the path, except under a custom domain. */
const stageName = 'live';

/** INFO would log query strings and headers, and a data trace whole bodies. */
const executionLogging = { loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false };

/** The REST API of one service: routes, authorizer, preflights and refusals, the gateway's own errors, logs. */
export class RestService extends Construct {
  readonly api: RestApi;
  private readonly authorizer: RequestAuthorizer;

  constructor(scope: Construct, id: string, props: RestServiceProps) {
    super(scope, id);
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
      // The role that lets API Gateway write logs belongs to the account, so the data stack sets it once.
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
    // The CDK's own output has a generated name and hides the address behind it; api-address.ts has ours.
    this.api.node.tryRemoveChild('Endpoint');
    this.authorizer = new RequestAuthorizer(this, 'Authorizer', {
      handler: props.authorizer,
      // Either header may carry the credential, and a cache key needs all of its headers to be there. The
      // function keeps what it found instead.
      identitySources: [],
      resultsCacheTtl: Duration.seconds(0),
    });
    addGatewayResponses(this.api, props.corsOrigin);
    this.addOtherMethods(props.endpoints, props.corsOrigin);
    const executionLog = this.createExecutionLog(props.key);

    suppress(this.api, 'unvalidated-api');
    suppress(this.api.deploymentStage, 'stage');
    if (!props.key) for (const log of [accessLog, executionLog]) suppress(log, 'aws-owned-key');
  }

  /** What usage plans are for. */
  get stage(): Stage {
    return this.api.deploymentStage;
  }

  /**
   * Adds the method of an endpoint: public, or behind the authorizer and metered by the caller's plan. A GET answers
   * HEAD too, with the same function.
   */
  addMethod(endpoint: EndpointDeclaration, operationName: string, integration: Integration): void {
    const isPublic = endpoint.access.kind === 'public';
    for (const httpMethod of methodsOf(endpoint)) {
      const method = this.api.root.resourceForPath(endpoint.path).addMethod(httpMethod, integration, {
        ...(httpMethod === endpoint.method && { operationName }),
        apiKeyRequired: !isPublic && endpoint.unmetered !== true,
        ...(isPublic
          ? { authorizationType: AuthorizationType.NONE }
          : { authorizationType: AuthorizationType.CUSTOM, authorizer: this.authorizer }),
      });
      if (isPublic) suppress(method, 'public-method');
      suppress(method, 'not-cognito');
    }
  }

  /**
   * ARN of an endpoint on the live stage, for the permission to invoke its function. One that answers two methods
   * is permitted for all methods of its path, whose other ones lead to other functions.
   */
  executeArn(endpoint: EndpointDeclaration): string {
    const [method = endpoint.method, ...more] = methodsOf(endpoint);
    const path = endpoint.path.replaceAll(/\{[^}]+\}/g, '*');
    return this.api.arnForExecuteApi(more.length === 0 ? method : '*', path, stageName);
  }

  /** API Gateway would make this log group itself, by this name, but keep it for ever and encrypt it likes. */
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

  private addOtherMethods(endpoints: readonly EndpointDeclaration[], corsOrigin: string): void {
    for (const [path, of] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
      const preflight = preflightOf(
        path,
        of.map(({ method }) => method),
      );
      const method = addFallbackMethod(this.api.root.resourceForPath(path), {
        methods: of.flatMap(methodsOf),
        preflight,
        corsOrigin,
      });
      suppress(method, 'refused-method');
    }
  }
}

/** HTTP methods that lead to an endpoint's function (RFC 9110 section 9.3.2). */
const methodsOf = ({ method }: EndpointDeclaration): readonly string[] =>
  method === 'GET' ? ['GET', 'HEAD'] : [method];

/**
 * Names the route, not the path, and no query string or header: a path may carry an id and a query a search, and
 * neither is needed to tell what happened.
 */
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

/** Settings of a method replace the stage's as a whole, so each repeats the logging. */
function methodThrottles(endpoints: readonly EndpointDeclaration[]): Record<string, MethodDeploymentOptions> {
  const throttles = endpoints.flatMap((endpoint) => {
    const { service, name, method, path } = endpoint;
    const { ratePerSecond, burst } = endpointThrottle(`${service}/${name}`, method);
    const options = { ...executionLogging, throttlingRateLimit: ratePerSecond, throttlingBurstLimit: burst };
    return methodsOf(endpoint).map((httpMethod) => [`${path}/${httpMethod}`, options]);
  });
  return Object.fromEntries(throttles);
}
