import * as z from 'zod';

const texts = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));

export const policySchema = z.object({
  Statement: z.union([
    z.array(z.object({ Effect: z.enum(['Allow', 'Deny']), Action: texts, Resource: texts })),
    z.object({ Effect: z.enum(['Allow', 'Deny']), Action: texts, Resource: texts }).transform((one) => [one]),
  ]),
});
export type Policy = z.infer<typeof policySchema>;

/** Whether an authorizer's policy lets a method be called; an explicit Deny wins, and silence is a refusal. */
export function evaluatePolicy(policy: Policy, methodArn: string): 'allow' | 'deny' | 'explicit-deny' {
  const matching = policy.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((action) => matchesPattern(action.toLowerCase(), 'execute-api:invoke')) &&
      Resource.some((resource) => matchesPattern(resource, methodArn)),
  );
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'explicit-deny';
  return matching.length > 0 ? 'allow' : 'deny';
}

/** IAM's wildcards: * for any run of characters, slashes included, and ? for one. */
function matchesPattern(pattern: string, text: string): boolean {
  if (!/[*?]/.test(pattern)) return pattern === text;
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's').test(text);
}
