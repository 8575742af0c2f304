import { NestedStack } from 'aws-cdk-lib/core';
import type { Construct } from 'constructs';
import type { EndpointDeclaration } from '#contract/endpoint.ts';

/**
 * The nested stack of a domain, which is a tag of the contract such as `water logs`. It depends on the API and on no
 * deployment, so that the deployment of the API can wait for its methods, and the methods for their functions.
 *
 * @param scope stack of the API
 */
export function domainStack(scope: Construct, domain: string): NestedStack {
  const id = `${pascalCase(domain)}Functions`;
  const found = scope.node.tryFindChild(id);
  return found instanceof NestedStack
    ? found
    : new NestedStack(scope, id, { description: `Granary: functions of ${domain}` });
}

/**
 * The stack of a path: the nested stack of a domain, if every endpoint at this path and below belongs to the domain.
 *
 * @param prefix such as `/api/v1/contacts`
 */
export function pathStack(
  scope: Construct,
  prefix: string,
  endpoints: readonly EndpointDeclaration[],
): Construct {
  const below = endpoints.filter(({ path }) => `${path}/`.startsWith(`${prefix}/`));
  const [domain, ...others] = new Set(below.map(({ tag }) => tag));
  return domain === undefined || others.length > 0 ? scope : domainStack(scope, domain);
}

export const pascalCase = (name: string) =>
  name.replace(/(^|[- ])([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase());
