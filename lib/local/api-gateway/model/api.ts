import * as z from 'zod';
import type { DeployedResource, Deployment } from '../../cloudformation/deployment.ts';
import { rootResourceId } from '../../cloudformation/identities.ts';
import { StartError } from '../../start-error.ts';
import { type Authorizer, readAuthorizers } from './authorizer.ts';
import { type Integration, integrationSchema, readIntegration } from './integration.ts';
import { type MethodThrottle, methodThrottle, readStages, type Stage } from './stage.ts';

export interface Method {
  readonly httpMethod: string;
  readonly resourceId: string;
  /** The resource's path in the template's own form, for instance /api/v1/orders/{id}. */
  readonly resourcePath: string;
  readonly authorizer: Authorizer | undefined;
  readonly apiKeyRequired: boolean;
  readonly requiredParameters: readonly string[];
  readonly integration: Integration;
  readonly throttle: MethodThrottle | undefined;
}

export interface GatewayResponse {
  readonly statusCode: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** By content type. */
  readonly templates: Readonly<Record<string, string>>;
}

/** A resource of an API and what lies below it. */
export interface RouteNode {
  readonly resourcePath: string;
  readonly literals: ReadonlyMap<string, RouteNode>;
  readonly parameter: { readonly name: string; readonly node: RouteNode } | undefined;
  readonly greedy: { readonly name: string; readonly node: RouteNode } | undefined;
  readonly methods: ReadonlyMap<string, Method>;
}

export interface RestApi {
  readonly id: string;
  readonly stackName: string;
  readonly region: string;
  readonly stage: Stage;
  readonly deploymentId: string;
  readonly apiKeySource: 'HEADER' | 'AUTHORIZER';
  readonly binaryMediaTypes: readonly string[];
  readonly minimumCompressionSize: number | undefined;
  /** Whether the API answers under `<id>.execute-api.…`. */
  readonly executeApiEndpoint: boolean;
  readonly root: RouteNode;
  readonly gatewayResponses: ReadonlyMap<string, GatewayResponse>;
}

const apiSchema = z.object({
  ApiKeySourceType: z.enum(['HEADER', 'AUTHORIZER']).default('HEADER'),
  BinaryMediaTypes: z.array(z.string()).default([]),
  MinimumCompressionSize: z.coerce.number().optional(),
  DisableExecuteApiEndpoint: z.boolean().default(false),
});
const resourceSchema = z.object({ RestApiId: z.string(), ParentId: z.string(), PathPart: z.string() });
const methodSchema = z.object({
  RestApiId: z.string(),
  ResourceId: z.string(),
  HttpMethod: z.string(),
  AuthorizationType: z.string().default('NONE'),
  AuthorizerId: z.string().optional(),
  ApiKeyRequired: z.boolean().default(false),
  RequestValidatorId: z.string().optional(),
  RequestParameters: z
    .record(z.string(), z.union([z.boolean(), z.object({ Required: z.boolean() })]))
    .default({}),
  Integration: integrationSchema,
});
const responseSchema = z.object({
  RestApiId: z.string(),
  ResponseType: z.string(),
  StatusCode: z.coerce.number().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
});
const validatorSchema = z.object({ ValidateRequestParameters: z.boolean().default(false) });

/** Reads every REST API of the templates. Throws StartError for what the runtime cannot serve as AWS does. */
export function readRestApis(deployment: Deployment, region: string): readonly RestApi[] {
  const stages = readStages(deployment);
  const authorizers = readAuthorizers(deployment);
  return deployment.resources('AWS::ApiGateway::RestApi').flatMap((resource) => {
    const properties = resource.read(apiSchema);
    const stage = stages.get(resource.ref);
    // An API that no stage publishes answers nobody.
    if (stage === undefined) return [];
    return [
      {
        id: resource.ref,
        stackName: resource.stack,
        region,
        stage,
        deploymentId: stage.deploymentId,
        apiKeySource: properties.ApiKeySourceType,
        binaryMediaTypes: properties.BinaryMediaTypes,
        minimumCompressionSize: properties.MinimumCompressionSize,
        executeApiEndpoint: !properties.DisableExecuteApiEndpoint,
        root: readTree(deployment, resource.ref, stage, authorizers),
        gatewayResponses: readGatewayResponses(deployment, resource.ref),
      },
    ];
  });
}

function readTree(
  deployment: Deployment,
  apiId: string,
  stage: Stage,
  authorizers: ReadonlyMap<string, Authorizer>,
): RouteNode {
  const children = new Map<string, { readonly id: string; readonly part: string }[]>();
  for (const resource of deployment.resources('AWS::ApiGateway::Resource')) {
    const { RestApiId, ParentId, PathPart } = resource.read(resourceSchema);
    if (RestApiId !== apiId) continue;
    children.set(ParentId, [...(children.get(ParentId) ?? []), { id: resource.ref, part: PathPart }]);
  }
  const validating = new Set(
    deployment
      .resources('AWS::ApiGateway::RequestValidator')
      .filter((validator) => validator.read(validatorSchema).ValidateRequestParameters)
      .map(({ ref }) => ref),
  );
  const methods = Map.groupBy(
    deployment
      .resources('AWS::ApiGateway::Method')
      .map((resource) => ({ resource, properties: resource.read(methodSchema) }))
      .filter(({ properties }) => properties.RestApiId === apiId),
    ({ properties }) => properties.ResourceId,
  );
  const build = (id: string, path: string): RouteNode => {
    const below = children.get(id) ?? [];
    const node = ({ id: childId, part }: { readonly id: string; readonly part: string }) =>
      build(childId, `${path === '/' ? '' : path}/${part}`);
    const variable = (pattern: RegExp) => {
      const child = below.find(({ part }) => pattern.test(part));
      return child && { name: pattern.exec(child.part)?.[1] ?? '', node: node(child) };
    };
    return {
      resourcePath: path,
      literals: new Map(
        below.filter(({ part }) => !part.startsWith('{')).map((child) => [child.part, node(child)]),
      ),
      parameter: variable(/^\{([^}+]+)\}$/),
      greedy: variable(/^\{([^}+]+)\+\}$/),
      methods: new Map(
        (methods.get(id) ?? []).map(({ resource, properties }) => [
          properties.HttpMethod,
          readMethod(resource, properties, path, stage, authorizers, validating),
        ]),
      ),
    };
  };
  return build(rootResourceId(apiId), '/');
}

function readMethod(
  resource: DeployedResource,
  properties: z.infer<typeof methodSchema>,
  path: string,
  stage: Stage,
  authorizers: ReadonlyMap<string, Authorizer>,
  validating: ReadonlySet<string>,
): Method {
  const { AuthorizationType, AuthorizerId, RequestValidatorId } = properties;
  const place = `Stack ${resource.stack}, resource ${resource.logicalId}`;
  const authorizer = AuthorizationType === 'CUSTOM' ? authorizers.get(AuthorizerId ?? '') : undefined;
  if (AuthorizationType !== 'NONE' && authorizer === undefined) {
    throw new StartError(
      `${place}, property AuthorizationType: the local runtime serves NONE and CUSTOM with a known authorizer, not ${AuthorizationType}.`,
    );
  }
  const required = Object.entries(properties.RequestParameters)
    .filter(([, value]) => (typeof value === 'boolean' ? value : value.Required))
    .map(([name]) => name);
  return {
    httpMethod: properties.HttpMethod,
    resourceId: properties.ResourceId,
    resourcePath: path,
    authorizer,
    apiKeyRequired: properties.ApiKeyRequired,
    requiredParameters: validating.has(RequestValidatorId ?? '') ? required : [],
    integration: readIntegration(properties.Integration, place),
    throttle: methodThrottle(stage, path, properties.HttpMethod),
  };
}

function readGatewayResponses(deployment: Deployment, apiId: string): ReadonlyMap<string, GatewayResponse> {
  const responses = deployment
    .resources('AWS::ApiGateway::GatewayResponse')
    .map((resource) => resource.read(responseSchema))
    .filter(({ RestApiId }) => RestApiId === apiId);
  return new Map(
    responses.map(({ ResponseType, StatusCode, ResponseParameters, ResponseTemplates }) => [
      ResponseType,
      { statusCode: StatusCode, headers: ResponseParameters, templates: ResponseTemplates },
    ]),
  );
}
