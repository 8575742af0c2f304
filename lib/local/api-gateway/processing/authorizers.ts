import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { InvocationOutcome } from '../../lambda/instances/instance.ts';
import { isLike } from '../../lambda/roles/role-decision.mjs';
import { type AuthorizedCaller, type GatewayCall, methodArn } from './gateway-call.ts';
import { GatewayError } from './gateway-error.ts';
import { authorizerEvent } from './proxy-event.ts';

const texts = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));

export const policySchema = z.object({
  Statement: z.union([
    z.array(z.object({ Effect: z.enum(['Allow', 'Deny']), Action: texts, Resource: texts })),
    z.object({ Effect: z.enum(['Allow', 'Deny']), Action: texts, Resource: texts }).transform((one) => [one]),
  ]),
});
type Policy = z.infer<typeof policySchema>;
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const resultSchema = z.object({
  principalId: z.coerce.string(),
  policyDocument: policySchema,
  context: z.record(z.string(), scalar.nullable()).nullish(),
  usageIdentifierKey: z.string().nullish(),
});

/** Invokes a function with an event (JSON text) under an id. */
export type Invoke = (
  functionArn: string,
  event: string,
  id: string,
  signal: AbortSignal,
) => Promise<InvocationOutcome>;

/** API Gateway's time-out for authorizers. */
const timeoutMilliseconds = 29_000;

/**
 * Identifies the caller by the authorizer's function. Throws GatewayError: UNAUTHORIZED when the function fails with
 * "Unauthorized", AUTHORIZER_FAILURE when it fails otherwise, AUTHORIZER_CONFIGURATION_ERROR for an invalid result,
 * ACCESS_DENIED when the policy does not allow the method.
 */
export async function authorize(
  call: GatewayCall,
  functionArn: string,
  invoke: Invoke,
): Promise<AuthorizedCaller> {
  const arn = methodArn(call);
  const event = JSON.stringify(authorizerEvent(call, arn));
  const outcome = await invoke(functionArn, event, randomUUID(), AbortSignal.timeout(timeoutMilliseconds));
  if (!outcome.ok) {
    if (outcome.error.errorMessage === 'Unauthorized') throw new GatewayError('UNAUTHORIZED');
    throw new GatewayError('AUTHORIZER_FAILURE', { cause: outcome.error.errorMessage });
  }
  const parsed = resultSchema.safeParse(JSON.parse(outcome.payload));
  if (!parsed.success) {
    throw new GatewayError('AUTHORIZER_CONFIGURATION_ERROR', { cause: z.prettifyError(parsed.error) });
  }
  const { principalId, policyDocument, context, usageIdentifierKey } = parsed.data;
  const present = Object.entries(context ?? {}).filter(([, value]) => value !== null);
  call.principal = {
    principalId,
    context: Object.fromEntries(present.map(([name, value]) => [name, String(value)])),
    usageIdentifierKey: usageIdentifierKey ?? undefined,
    milliseconds: outcome.milliseconds,
  };
  const verdict = evaluatePolicy(policyDocument, arn);
  if (verdict === 'allow') return call.principal;
  const reason = ' with an explicit deny in an identity-based policy';
  throw new GatewayError('ACCESS_DENIED', {
    message: `User is not authorized to access this resource${verdict === 'deny' ? '' : reason}`,
  });
}

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
