import * as z from 'zod';
import type { DeployedResource, Deployment } from '../../cloudformation/deployment.ts';
import { rootResourceId } from '../../cloudformation/identities.ts';
import { functionArnIn, integrationSchema, readIntegration } from './integration.ts';
import { methodThrottle, readStages, type Stage } from './stage.ts';

/** A custom domain of the templates: it maps the first part of a path to a stage of an API. */
export type CustomDomain = ReturnType<typeof readCustomDomains>[number];

const domainSchema = z.object({ DomainName: z.string() });
const mappingSchema = z.object({
  DomainName: z.string(),
  BasePath: z.string().default(''),
  RestApiId: z.string(),
  Stage: z.string().default(''),
});

export function readCustomDomains(deployment: Deployment) {
  const mappings = deployment
    .resources('AWS::ApiGateway::BasePathMapping')
    .map((resource) => resource.read(mappingSchema));
  return deployment.resources('AWS::ApiGateway::DomainName').map((resource) => {
    const { DomainName: hostName } = resource.read(domainSchema);
    return {
      hostName,
      mappings: mappings
        .filter(({ DomainName }) => DomainName === hostName)
        .map(({ BasePath, RestApiId, Stage }) => ({
          /** Without slashes; empty where the API has the whole domain. */
          basePath: BasePath === '(none)' ? '' : BasePath,
          apiId: RestApiId,
          stage: Stage,
        })),
    };
  });
}

export type Method = ReturnType<typeof readMethod>;
export type RestApi = ReturnType<typeof readRestApis>[number];

export interface RouteNode {
  readonly resourcePath: string;
  readonly literals: ReadonlyMap<string, RouteNode>;
  readonly parameter: { readonly name: string; readonly node: RouteNode } | undefined;
  readonly greedy: { readonly name: string; readonly node: RouteNode } | undefined;
  readonly methods: ReadonlyMap<string, Method>;
}

const apiSchema = z.object({
  ApiKeySourceType: z
    .literal('AUTHORIZER', 'the local runtime takes API keys only from the authorizer')
    .optional(),
  BinaryMediaTypes: z.undefined('the local runtime does not support binary media types').optional(),
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
  RequestValidatorId: z.undefined('the local runtime does not support request validators').optional(),
  Integration: integrationSchema,
});
const responseSchema = z.object({
  RestApiId: z.string(),
  ResponseType: z.string(),
  StatusCode: z.coerce.number().optional(),
  ResponseParameters: z.record(z.string(), z.string()).default({}),
  ResponseTemplates: z.record(z.string(), z.string()).default({}),
});

/** Reads the REST APIs of the templates. Throws StartError for anything that the runtime cannot serve as AWS does. */
export function readRestApis(deployment: Deployment, region: string) {
  const stages = readStages(deployment);
  const authorizers = readAuthorizers(deployment);
  return deployment.resources('AWS::ApiGateway::RestApi').flatMap((resource) => {
    const properties = resource.read(apiSchema);
    const stage = stages.get(resource.ref);
    // An API without a stage has no address.
    if (stage === undefined) return [];
    return [
      {
        id: resource.ref,
        stackName: resource.stack,
        region,
        stage,
        minimumCompressionSize: properties.MinimumCompressionSize,
        /** Whether the API has the address `<id>.execute-api.…`. */
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
  authorizers: ReadonlyMap<string, string>,
): RouteNode {
  const children = new Map<string, { readonly id: string; readonly part: string }[]>();
  for (const resource of deployment.resources('AWS::ApiGateway::Resource')) {
    const { RestApiId, ParentId, PathPart } = resource.read(resourceSchema);
    if (RestApiId !== apiId) continue;
    children.set(ParentId, [...(children.get(ParentId) ?? []), { id: resource.ref, part: PathPart }]);
  }
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
          readMethod(resource, properties, path, stage, authorizers),
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
  authorizers: ReadonlyMap<string, string>,
) {
  const { AuthorizationType, AuthorizerId } = properties;
  const authorizerArn = AuthorizationType === 'CUSTOM' ? authorizers.get(AuthorizerId ?? '') : undefined;
  if (AuthorizationType !== 'NONE' && authorizerArn === undefined) {
    throw resource.refusal(
      'AuthorizationType',
      `the local runtime supports NONE and CUSTOM with a Lambda authorizer, not ${AuthorizationType}`,
    );
  }
  return {
    httpMethod: properties.HttpMethod,
    resourceId: properties.ResourceId,
    /** The path as in the template, for instance /api/v1/orders/{id}. */
    resourcePath: path,
    authorizerArn,
    apiKeyRequired: properties.ApiKeyRequired,
    integration: readIntegration(properties.Integration, resource),
    throttle: methodThrottle(stage, path, properties.HttpMethod),
  };
}

function readGatewayResponses(deployment: Deployment, apiId: string) {
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

const authorizerSchema = z.object({
  Type: z.literal('REQUEST', 'the local runtime supports only REQUEST authorizers'),
  AuthorizerUri: z.string().default(''),
  IdentitySource: z.literal('', 'the local runtime does not support identity sources').optional(),
  AuthorizerResultTtlInSeconds: z.literal(0, 'the local runtime does not cache the results of authorizers'),
});

/** Reads the Lambda authorizers of the templates: ARNs of functions by authorizer id. Throws StartError. */
function readAuthorizers(deployment: Deployment): ReadonlyMap<string, string> {
  return new Map(
    deployment.resources('AWS::ApiGateway::Authorizer').map((resource) => {
      const functionArn = functionArnIn(resource.read(authorizerSchema).AuthorizerUri);
      if (functionArn !== undefined) return [resource.ref, functionArn];
      throw resource.refusal('AuthorizerUri', 'it names no function');
    }),
  );
}
