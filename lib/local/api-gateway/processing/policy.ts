import * as z from 'zod';
import { isLike } from '../../lambda/roles/role-decision.mjs';

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

/** Evaluates an authorizer's policy for a method. An explicit Deny wins; without a matching statement the result is deny. */
export function evaluatePolicy(policy: Policy, methodArn: string): 'allow' | 'deny' | 'explicit-deny' {
  const matching = policy.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((action) => isLike('execute-api:invoke', action.toLowerCase())) &&
      Resource.some((resource) => isLike(methodArn, resource)),
  );
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'explicit-deny';
  return matching.length > 0 ? 'allow' : 'deny';
}
