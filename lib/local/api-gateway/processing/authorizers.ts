import * as z from 'zod';
import type { InvocationOutcome } from '../../lambda/instances/instance.ts';
import { oneOrMore } from '../../lambda/roles/role.ts';
import { isLike } from '../../lambda/roles/role-decision.mjs';
import {
  type AuthorizedCaller,
  authorizerEvent,
  type GatewayCall,
  GatewayError,
  methodArn,
} from './gateway-call.ts';

const statementSchema = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Action: oneOrMore(z.string()),
  Resource: oneOrMore(z.string()),
});
export const policySchema = z.object({ Statement: oneOrMore(statementSchema) });
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const resultSchema = z.object({
  principalId: z.coerce.string(),
  policyDocument: policySchema,
  context: z.record(z.string(), scalar.nullable()).nullish(),
  usageIdentifierKey: z.string().nullish(),
});

/** Invokes a function with an event (JSON text). */
export type Invoke = (functionArn: string, event: string, signal: AbortSignal) => Promise<InvocationOutcome>;

/**
 * Waits for a result for some time, then aborts the signal; undefined then. AbortSignal.timeout would make an exception for each
 * call, long after its end.
 */
export async function withTimeout<Result>(
  milliseconds: number,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      resolve(undefined);
      // Afterwards, because an aborted call has a result too.
      controller.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([expired, run(controller.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

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
  const outcome = await withTimeout(timeoutMilliseconds, (signal) => invoke(functionArn, event, signal));
  if (outcome === undefined) throw new GatewayError('AUTHORIZER_FAILURE', { cause: 'Timed out' });
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
export function evaluatePolicy(
  policy: z.infer<typeof policySchema>,
  methodArn: string,
): 'allow' | 'deny' | 'explicit-deny' {
  const matching = policy.Statement.filter(
    ({ Action, Resource }) =>
      Action.some((action) => isLike('execute-api:invoke', action.toLowerCase())) &&
      Resource.some((resource) => isLike(methodArn, resource)),
  );
  if (matching.some(({ Effect }) => Effect === 'Deny')) return 'explicit-deny';
  return matching.length > 0 ? 'allow' : 'deny';
}
