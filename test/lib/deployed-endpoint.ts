import * as z from 'zod';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import {
  resourcesOfType,
  type TemplateResource,
  type TemplateResources,
  templateText,
} from './synthesis/template.ts';

/** The resources of one endpoint, found by path and method as API Gateway does. */
export interface DeployedEndpoint {
  readonly method: TemplateResource;
  readonly functionId: string;
  readonly function: TemplateResource;
  readonly role: TemplateResource;
}

const routeSchema = z.object({ PathPart: z.string(), ParentId: z.unknown() });
const methodSchema = z.object({ HttpMethod: z.string(), ResourceId: z.unknown() });

/** Returns the method of a path, such as `POST` and `/api/v1/orders`. */
export function methodAt(resources: TemplateResources, httpMethod: string, path: string): TemplateResource {
  const methods = methodsOf.get(resources) ?? methodsByAddress(resources);
  methodsOf.set(resources, methods);
  const found = methods.get(`${httpMethod} ${path}`);
  if (!found) throw new Error(`Nothing serves ${httpMethod} ${path}`);
  return found;
}

/** The methods of a template by method and path, because a test looks up hundreds. */
const methodsOf = new WeakMap<TemplateResources, ReadonlyMap<string, TemplateResource>>();

const methodsByAddress = (resources: TemplateResources): ReadonlyMap<string, TemplateResource> =>
  new Map(
    resourcesOfType(resources, 'AWS::ApiGateway::Method').map(([, resource]) => {
      const { HttpMethod, ResourceId } = methodSchema.parse(resource.Properties);
      return [`${HttpMethod} ${pathOf(resources, ResourceId)}`, resource];
    }),
  );

/** Returns the method, function and role of an endpoint. */
export function deployedEndpoint(
  resources: TemplateResources,
  endpoint: EndpointDeclaration,
): DeployedEndpoint {
  const method = methodAt(resources, endpoint.method, endpoint.path);
  const { Uri } = z.object({ Uri: z.unknown() }).parse(method.Properties['Integration']);
  const functionId = functionBehind(resources, templateText(Uri));
  const lambda = resourceAt(resources, functionId);
  return {
    method,
    functionId,
    function: lambda,
    role: resourceAt(resources, logicalIdOf(lambda.Properties['Role'])),
  };
}

/** Returns the logical id in a reference such as `{ "Fn::GetAtt": [id, "Arn"] }` or `{ "Ref": id }`. */
export const logicalIdOf = (reference: unknown): string =>
  templateText(reference).replace(/^<([^.>]+).*$/, '$1');

export function resourceAt(resources: TemplateResources, logicalId: string): TemplateResource {
  const found = resources[logicalId];
  if (!found) throw new Error(`The template has no ${logicalId}`);
  return found;
}

/** The integration refers to the function by its ARN, or contains its fixed name. */
function functionBehind(resources: TemplateResources, uri: string): string {
  const [, functionName] = uri.match(/:function:([^/]+)\/invocations$/) ?? [];
  const [, referred] = uri.match(/\/functions\/<([^.]+)\.Arn>\/invocations$/) ?? [];
  const byName = resourcesOfType(resources, 'AWS::Lambda::Function').find(
    ([, { Properties }]) => functionName !== undefined && Properties['FunctionName'] === functionName,
  );
  return byName?.[0] ?? referred ?? '';
}

function pathOf(resources: TemplateResources, resourceId: unknown): string {
  const id = logicalIdOf(resourceId);
  const route = resources[id];
  if (route?.Type !== 'AWS::ApiGateway::Resource') return '';
  const { PathPart, ParentId } = routeSchema.parse(route.Properties);
  return `${pathOf(resources, ParentId)}/${PathPart}`;
}
