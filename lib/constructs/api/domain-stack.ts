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
 * The stack of a path's methods: that of the API for paths of the first release, otherwise the nested stack of their domain.
 * CloudFormation cannot move a method to another stack: it creates the new one first, which API Gateway refuses while the
 * old one exists. So the paths of the first release stay where deployed stacks have them.
 */
export const methodStack = (scope: Construct, { path, tag }: EndpointDeclaration): Construct =>
  firstReleasePaths.has(path) ? scope : domainStack(scope, tag);

/**
 * The stack of a path itself, with its parents in mind: the nested stack of a domain, if every endpoint at this path and
 * below has its methods there.
 *
 * @param prefix such as `/api/v1/contacts`
 */
export function pathStack(
  scope: Construct,
  prefix: string,
  endpoints: readonly EndpointDeclaration[],
): Construct {
  const below = endpoints.filter(({ path }) => `${path}/`.startsWith(`${prefix}/`));
  const [first, ...others] = new Set(below.map((endpoint) => methodStack(scope, endpoint)));
  return first === undefined || others.length > 0 ? scope : first;
}

export const pascalCase = (name: string) =>
  name.replace(/(^|[- ])([a-z])/g, (_, _separator, letter: string) => letter.toUpperCase());

const firstReleasePaths: ReadonlySet<string> = new Set([
  '/api/v1',
  '/api/v1/activity',
  '/api/v1/api-keys',
  '/api/v1/api-keys/{id}',
  '/api/v1/brands',
  '/api/v1/brands/{brand_id}',
  '/api/v1/campaigns',
  '/api/v1/campaigns/{id}',
  '/api/v1/me',
  '/api/v1/openapi.json',
  '/api/v1/orders',
  '/api/v1/orders/{id}',
  '/api/v1/orders/{id}/status',
  '/api/v1/products',
  '/api/v1/products/{id}',
  '/api/v1/referral-codes',
  '/api/v1/referrals',
  '/api/v1/reports',
  '/api/v1/water-logs',
  '/api/v1/water-logs/{id}',
  '/api/277ca-acks',
  '/api/277ca-acks/{id}',
  '/api/999-acks',
  '/api/999-acks/{id}',
  '/api/admin/api-keys',
  '/api/admin/api-keys/{id}',
  '/api/admin/audit-log',
  '/api/admin/audit-log/checkpoints',
  '/api/admin/audit-log/export',
  '/api/admin/audit-log/export/{id}',
  '/api/admin/audit-log/public-key',
  '/api/admin/audit-log/verify',
  '/api/admin/audit-log/verify/{id}',
  '/api/admin/check-claims',
  '/api/admin/reload-config',
  '/api/claims',
  '/api/claims/{id}',
  '/api/claims/{id}/release',
  '/api/claims/{id}/void',
  '/api/clearhouse',
  '/api/clearhouse/submissions',
  '/api/clearhouse/submissions/{id}',
  '/api/clearhouse/submit',
  '/api/clearhouse/test-connection',
  '/api/config/payers',
  '/api/config/payers/{id}',
  '/api/config/providers',
  '/api/files',
  '/api/files/{id}',
  '/api/health',
  '/api/inbox/lanes',
  '/api/me',
  '/api/openapi.json',
  '/api/parse-277ca',
  '/api/parse-835',
  '/api/parse-999',
  '/api/remittances',
  '/api/remittances/{id}',
]);
