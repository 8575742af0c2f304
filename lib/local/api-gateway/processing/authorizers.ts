import * as z from 'zod';
import type { InvocationOutcome } from '../../lambda/instances/instance.ts';
import type { Authorizer } from '../model/authorizer.ts';
import { type AuthorizedCaller, expressionValue, type GatewayCall, methodArn } from './gateway-call.ts';
import { GatewayError } from './gateway-error.ts';
import { evaluatePolicy, type Policy, policySchema } from './policy.ts';
import { authorizerEvent } from './proxy-event.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const resultSchema = z.object({
  principalId: z.coerce.string(),
  policyDocument: policySchema,
  context: z.record(z.string(), scalar.nullable()).nullish(),
  usageIdentifierKey: z.string().nullish(),
});

interface Verdict {
  readonly principal: AuthorizedCaller;
  readonly policy: Policy;
  readonly validUntil: number;
}

/** API Gateway gives an authorizer no longer than an integration. */
const patienceMilliseconds = 29_000;

/** Verdicts of authorizers are kept no longer than AWS would, and no more of them than this. */
const mostKept = 10_000;

/** Runs Lambda authorizers and keeps their verdicts for as long as the template says. */
export class Authorizers {
  readonly #invoke: (functionArn: string, event: string, signal: AbortSignal) => Promise<InvocationOutcome>;
  readonly #verdicts = new Map<string, Verdict>();

  constructor(
    invoke: (functionArn: string, event: string, signal: AbortSignal) => Promise<InvocationOutcome>,
  ) {
    this.#invoke = invoke;
  }

  /**
   * Tells who the caller is. Throws GatewayError: UNAUTHORIZED without an identity or when the function says
   * "Unauthorized", ACCESS_DENIED when the policy does not allow the method, AUTHORIZER_FAILURE and
   * AUTHORIZER_CONFIGURATION_ERROR when the function fails or returns something else.
   */
  async authorize(call: GatewayCall, authorizer: Authorizer): Promise<AuthorizedCaller> {
    const identity = identityOf(call, authorizer);
    const key = JSON.stringify([call.api.id, authorizer.id, ...identity]);
    const cacheable = authorizer.cacheSeconds > 0 && identity.length > 0;
    const kept = cacheable ? this.#verdicts.get(key) : undefined;
    const verdict =
      kept !== undefined && kept.validUntil > Date.now() ? kept : await this.#ask(call, authorizer, identity);
    if (cacheable && verdict !== kept) this.#keep(key, verdict);
    call.principal = verdict.principal;
    switch (evaluatePolicy(verdict.policy, methodArn(call))) {
      case 'allow':
        return verdict.principal;
      case 'deny':
        throw new GatewayError('ACCESS_DENIED');
      case 'explicit-deny':
        throw new GatewayError('ACCESS_DENIED', {
          message:
            'User is not authorized to access this resource with an explicit deny in an identity-based policy',
        });
    }
  }

  async #ask(call: GatewayCall, authorizer: Authorizer, identity: readonly string[]): Promise<Verdict> {
    const arn = methodArn(call);
    const event =
      authorizer.type === 'TOKEN'
        ? { type: 'TOKEN', methodArn: arn, authorizationToken: identity[0] ?? '' }
        : authorizerEvent(call, arn);
    const signal = AbortSignal.timeout(patienceMilliseconds);
    const outcome = await this.#invoke(authorizer.functionArn, JSON.stringify(event), signal);
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
    return {
      policy: policyDocument,
      validUntil: Date.now() + authorizer.cacheSeconds * 1_000,
      principal: {
        principalId,
        context: Object.fromEntries(present.map(([name, value]) => [name, String(value)])),
        usageIdentifierKey: usageIdentifierKey ?? undefined,
        milliseconds: outcome.milliseconds,
      },
    };
  }

  #keep(key: string, verdict: Verdict): void {
    this.#verdicts.delete(key);
    this.#verdicts.set(key, verdict);
    if (this.#verdicts.size <= mostKept) return;
    const [oldest] = this.#verdicts.keys();
    if (oldest !== undefined) this.#verdicts.delete(oldest);
  }
}

/** The values of the identity sources; one that is missing or malformed is refused without asking the function. */
function identityOf(call: GatewayCall, { identitySources, validation }: Authorizer): readonly string[] {
  return identitySources.map((source) => {
    const value = expressionValue(source, call);
    if (value === undefined || value === '') throw new GatewayError('UNAUTHORIZED');
    if (validation !== undefined && !validation.test(value)) throw new GatewayError('UNAUTHORIZED');
    return value;
  });
}
