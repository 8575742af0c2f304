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

/** API Gateway's time-out for authorizers and integrations. */
const timeoutMilliseconds = 29_000;

/** Maximum number of cached verdicts. */
const maxVerdicts = 10_000;

/** Runs Lambda authorizers and caches their verdicts for the time in the template. */
export class Authorizers {
  readonly #invoke: (functionArn: string, event: string, signal: AbortSignal) => Promise<InvocationOutcome>;
  readonly #verdicts = new Map<string, Verdict>();

  constructor(
    invoke: (functionArn: string, event: string, signal: AbortSignal) => Promise<InvocationOutcome>,
  ) {
    this.#invoke = invoke;
  }

  /**
   * Identifies the caller. Throws GatewayError: UNAUTHORIZED without an identity or when the function fails with
   * "Unauthorized", ACCESS_DENIED when the policy does not allow the method, AUTHORIZER_FAILURE when the function fails
   * otherwise, AUTHORIZER_CONFIGURATION_ERROR for an invalid result.
   */
  async authorize(call: GatewayCall, authorizer: Authorizer): Promise<AuthorizedCaller> {
    const identity = identityOf(call, authorizer);
    const key = JSON.stringify([call.api.id, authorizer.id, ...identity]);
    const cacheable = authorizer.cacheSeconds > 0 && identity.length > 0;
    const kept = cacheable ? this.#verdicts.get(key) : undefined;
    const verdict =
      kept !== undefined && kept.validUntil > Date.now() ? kept : await this.#ask(call, authorizer);
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

  async #ask(call: GatewayCall, authorizer: Authorizer): Promise<Verdict> {
    const event = authorizerEvent(call, methodArn(call));
    const signal = AbortSignal.timeout(timeoutMilliseconds);
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
    if (this.#verdicts.size <= maxVerdicts) return;
    const [oldest] = this.#verdicts.keys();
    if (oldest !== undefined) this.#verdicts.delete(oldest);
  }
}

/** Returns the values of the identity sources. A missing value is refused without invoking the function. */
function identityOf(call: GatewayCall, { identitySources }: Authorizer): readonly string[] {
  return identitySources.map((source) => {
    const value = expressionValue(source, call);
    if (value === undefined || value === '') throw new GatewayError('UNAUTHORIZED');
    return value;
  });
}
