import type { EndpointDeclaration } from '#contract/endpoint.ts';
import {
  type ApiDefinition,
  type Operation,
  resourcesOfType,
  type SynthesizedStack,
  type TemplateResource,
  type TemplateResources,
  templateText,
} from './synthesis/template.ts';

/** The resources of one endpoint, found by path and method as API Gateway does. */
export interface DeployedEndpoint {
  readonly functionId: string;
  readonly function: TemplateResource;
  readonly role: TemplateResource;
}

/** Returns the operation of a path, such as `POST` and `/api/v1/orders`. `ANY` serves the other methods. */
export function operationAt({ paths }: ApiDefinition, httpMethod: string, path: string): Operation {
  const name = httpMethod === 'ANY' ? 'x-amazon-apigateway-any-method' : httpMethod.toLowerCase();
  const found = paths[path]?.[name];
  if (!found) throw new Error(`Nothing serves ${httpMethod} ${path}`);
  return found;
}

/** Returns the function and role of an endpoint. */
export function deployedEndpoint(
  { definition, resources }: Pick<SynthesizedStack, 'definition' | 'resources'>,
  { method, path }: EndpointDeclaration,
): DeployedEndpoint {
  const { uri } = operationAt(definition, method, path)['x-amazon-apigateway-integration'];
  const [functionId, lambda] = functionBehind(resources, String(uri));
  return {
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

/** An integration contains the name of its function. */
export function functionBehind(resources: TemplateResources, uri: string): [string, TemplateResource] {
  const [, functionName] = /:function:([^/]+)\/invocations$/.exec(uri) ?? [];
  const found = functionName === undefined ? undefined : functionsByName(resources).get(functionName);
  if (!found) throw new Error(`No function is behind ${uri}`);
  return found;
}

/** The named functions of a template, because a test looks up hundreds. */
const namedFunctions = new WeakMap<TemplateResources, ReadonlyMap<unknown, [string, TemplateResource]>>();

function functionsByName(resources: TemplateResources): ReadonlyMap<unknown, [string, TemplateResource]> {
  const known = namedFunctions.get(resources);
  if (known) return known;
  const found = new Map(
    resourcesOfType(resources, 'AWS::Lambda::Function').map((one) => [
      one[1].Properties['FunctionName'],
      one,
    ]),
  );
  namedFunctions.set(resources, found);
  return found;
}
