import * as z from 'zod';
import type { EndpointDeclaration } from '#contract/endpoint.ts';
import { ofType, type Resource, type Resources, textOf } from './synthesized-app.ts';

/** What the template holds for one endpoint, found the way API Gateway finds it: by path and method. */
export interface DeployedEndpoint {
  readonly method: Resource;
  readonly functionId: string;
  readonly function: Resource;
  readonly role: Resource;
}

const routeSchema = z.object({ PathPart: z.string(), ParentId: z.unknown() });
const methodSchema = z.object({ HttpMethod: z.string(), ResourceId: z.unknown() });

/** The method resource that serves a path, e.g. `POST` and `/api/v1/orders`. */
export function methodAt(resources: Resources, httpMethod: string, path: string): Resource {
  const found = ofType(resources, 'AWS::ApiGateway::Method').find(([, { Properties }]) => {
    const method = methodSchema.parse(Properties);
    return method.HttpMethod === httpMethod && pathOf(resources, method.ResourceId) === path;
  });
  if (!found) throw new Error(`Nothing serves ${httpMethod} ${path}`);
  return found[1];
}

/** Follows an endpoint from its route to its function and role. */
export function deployedEndpoint(resources: Resources, endpoint: EndpointDeclaration): DeployedEndpoint {
  const method = methodAt(resources, endpoint.method, endpoint.path);
  const { Uri } = z.object({ Uri: z.unknown() }).parse(method.Properties['Integration']);
  const functionId = functionBehind(resources, textOf(Uri));
  const lambda = at(resources, functionId);
  return { method, functionId, function: lambda, role: at(resources, idOf(lambda.Properties['Role'])) };
}

/** Logical id in a reference such as `{ "Fn::GetAtt": [id, "Arn"] }` or `{ "Ref": id }`. */
export const idOf = (reference: unknown): string => textOf(reference).replace(/^<([^.>]+).*$/, '$1');

export function at(resources: Resources, logicalId: string): Resource {
  const found = resources[logicalId];
  if (!found) throw new Error(`The template has no ${logicalId}`);
  return found;
}

/** The integration names the function by its ARN, or spells it where the function has a fixed name. */
function functionBehind(resources: Resources, uri: string): string {
  const [, named] = uri.match(/:function:([^/]+)\/invocations$/) ?? [];
  const [, referred] = uri.match(/\/functions\/<([^.]+)\.Arn>\/invocations$/) ?? [];
  const byName = ofType(resources, 'AWS::Lambda::Function').find(
    ([, { Properties }]) => named !== undefined && Properties['FunctionName'] === named,
  );
  return byName?.[0] ?? referred ?? '';
}

function pathOf(resources: Resources, resourceId: unknown): string {
  const id = idOf(resourceId);
  const route = resources[id];
  if (route?.Type !== 'AWS::ApiGateway::Resource') return '';
  const { PathPart, ParentId } = routeSchema.parse(route.Properties);
  return `${pathOf(resources, ParentId)}/${PathPart}`;
}
