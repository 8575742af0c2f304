import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  AccessLogFormat,
  ApiDefinition,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  SpecRestApi,
  type Stage,
} from 'aws-cdk-lib/aws-apigateway';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Stage as Assembly, FileAssetPackaging, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { Construct, type IConstruct } from 'constructs';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { suppress } from '../../nag/suppressions.ts';
import { defaultThrottle, logRetention, type Throttle, throttleOverrides } from '../../settings/settings.ts';
import { type ApiBodyProps, apiBody, methodsOf } from './api-body.ts';

interface RestServiceProps extends Omit<ApiBodyProps, 'stackName'> {
  readonly authorizer: IFunction;
  readonly key: IKey | undefined;
}

/** Stage of every API. It begins the path, except under a custom domain. */
export const stageName = 'live';

/** INFO would log query strings and headers, and a data trace would log bodies. */
const executionLogging = { loggingLevel: MethodLoggingLevel.ERROR, dataTraceEnabled: false };

/** A REST API, imported from one definition (api-body.ts), with its deployment, stage and logs. */
export class RestService extends Construct {
  readonly api: SpecRestApi;

  constructor(scope: Construct, id: string, { authorizer, key, ...props }: RestServiceProps) {
    super(scope, id);
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: logRetention.access,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
      ...(key && { encryptionKey: key }),
    });
    this.api = new SpecRestApi(this, 'Api', {
      restApiName: props.name,
      apiDefinition: this.storedDefinition(apiBody({ ...props, stackName: Stack.of(this).stackName })),
      endpointTypes: [EndpointType.REGIONAL],
      // Without it, the import would make an edge-optimized API first.
      parameters: { endpointConfigurationTypes: EndpointType.REGIONAL },
      // The role for logs is a setting of the account, which the Data stack makes once (gateway-logging.ts).
      cloudWatchRole: false,
      deployOptions: {
        stageName,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: accessLogFormat(),
        ...methodSettings(defaultThrottle),
        tracingEnabled: true,
        methodOptions: exceptionalMethods(props.endpoints),
      },
    });
    // api-address.ts adds an output with a plain name instead.
    this.api.node.tryRemoveChild('Endpoint');
    // API Gateway chooses the id of the authorizer when it imports the definition.
    authorizer.addPermission('Authorize', {
      principal: new ServicePrincipal('apigateway.amazonaws.com'),
      sourceArn: this.executeApiArn('authorizers/*'),
    });
    this.deployAfter(authorizer);
    const executionLog = this.createExecutionLog(key);

    suppress(this.api, 'unvalidated-api');
    suppress(this.stage, 'stage');
    if (!key) for (const log of [accessLog, executionLog]) suppress(log, 'aws-owned-key');
  }

  get stage(): Stage {
    return this.api.deploymentStage;
  }

  /** Makes the stage serve a changed definition only when the functions that it needs are there. */
  deployAfter(functions: IConstruct): void {
    this.api.latestDeployment?.node.addDependency(functions);
  }

  /**
   * Returns the ARN of an endpoint for the permission to invoke its function. For GET and HEAD it covers all methods of
   * the path, because a permission names one ARN.
   */
  executeArn(endpoint: EndpointDeclaration): string {
    const [method = endpoint.method, ...more] = methodsOf(endpoint);
    const path = endpoint.path.replaceAll(/\{[^}]+\}/g, '*');
    return this.executeApiArn(`${stageName}/${more.length === 0 ? method : '*'}${path}`);
  }

  private executeApiArn(resourceName: string): string {
    return Stack.of(this).formatArn({ service: 'execute-api', resource: this.api.restApiId, resourceName });
  }

  /**
   * Writes the definition beside the templates, from where a deployment uploads it. Its key has a digest of its content,
   * so a change makes a new deployment of the API. A template could not hold it: it takes 1 MB.
   */
  private storedDefinition(definition: object): ApiDefinition {
    const { synthesizer, artifactId } = Stack.of(this);
    const directory = Assembly.of(this)?.outdir;
    if (directory === undefined) throw new Error('An API needs an app');
    const fileName = `${artifactId}.api.json`;
    const text = JSON.stringify(definition);
    writeFileSync(path.join(directory, fileName), text);
    const { bucketName, objectKey } = synthesizer.addFileAsset({
      fileName,
      packaging: FileAssetPackaging.FILE,
      sourceHash: createHash('sha256').update(text).digest('hex'),
    });
    return ApiDefinition.fromBucket(Bucket.fromBucketName(this, 'Assets', bucketName), objectKey);
  }

  /** API Gateway would create this log group itself, without retention and without the customer-managed key. */
  private createExecutionLog(key: IKey | undefined): LogGroup {
    const log = new LogGroup(this, 'ExecutionLog', {
      logGroupName: `API-Gateway-Execution-Logs_${this.api.restApiId}/${stageName}`,
      retention: logRetention.functions,
      removalPolicy: RemovalPolicy.DESTROY,
      ...(key && { encryptionKey: key }),
    });
    this.stage.node.addDependency(log);
    return log;
  }
}

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

const methodSettings = ({ ratePerSecond, burst }: Throttle): MethodDeploymentOptions => ({
  ...executionLogging,
  throttlingRateLimit: ratePerSecond,
  throttlingBurstLimit: burst,
});

/** Settings of methods with a throttle of their own. They repeat the logging, because they replace those of the stage. */
function exceptionalMethods(
  endpoints: readonly EndpointDeclaration[],
): Record<string, MethodDeploymentOptions> {
  const settings = endpoints.flatMap((endpoint) => {
    const throttle = throttleOverrides[`${endpoint.service}/${endpoint.name}`];
    if (throttle === undefined) return [];
    return methodsOf(endpoint).map((method) => [`${endpoint.path}/${method}`, methodSettings(throttle)]);
  });
  return Object.fromEntries(settings);
}
