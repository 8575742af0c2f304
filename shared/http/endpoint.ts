import { type Principal, requireBrandRole } from '#auth/principal.ts';
import type { ActivityEvent } from '#contract/commerce/activity.ts';
import type { EndpointDeclaration, ValidInput } from '#contract/endpoint.ts';
import { commerceTable } from '#store/commerce-table.ts';
import type { TransactAction } from '#store/table.ts';
import { recordActivity } from './activity.ts';
import { errorReply, toApiError } from './answer.ts';
import { authorizeCall } from './authorization.ts';
import { type Exchange, headerOf } from './exchange.ts';
import { beginIdempotent, type Idempotency } from './idempotency.ts';
import { newId } from './identifiers.ts';
import { parseBody } from './json-body.ts';
import { checkAccept, pipeline } from './pipeline.ts';
import { rateLimit } from './rate-limit.ts';
import type { Reply } from './replies.ts';
import { validateInput } from './validation.ts';

export { created, list, noContent, ok, page } from './replies.ts';

/** What an operation gets: valid input, an authorized caller, and what it needs from outside. */
export interface Call<E extends EndpointDeclaration> extends ValidInput<E> {
  readonly principal: Principal;
  /** Brands in which the caller has any role: where a resource addressed by its id alone may be. */
  readonly heldBrands: readonly string[];
  readonly now: Date;
  newId(): string;
  /** From `If-Match`: the version that the caller has seen; -1 when no version can match; absent without it. */
  readonly expectedVersion: number | undefined;
  /** Refuses the caller without the endpoint's role in the brand that a found resource belongs to. */
  authorize(brandId: string): void;
  /** Stores the reply for repetitions of the request, in the operation's own transaction. */
  recordReply(reply: Reply): readonly TransactAction[];
  /** Records activity of the brand. Never fails the request. */
  recordActivity(brandId: string, event: ActivityEvent): Promise<void>;
}

/**
 * Handler of an endpoint, in the spec's order: rate limit, JSON body, validation, then (ours) authorization and
 * idempotency, then the operation.
 */
export const endpoint = <const E extends EndpointDeclaration>(
  declaration: E,
  run: (call: Call<E>) => Promise<Reply>,
) =>
  pipeline(
    declaration,
    [rateLimit(commerceTable), checkAccept, parseBody, validateInput, authorizeCall],
    async (exchange) => {
      const idempotency = await beginIdempotent(commerceTable, exchange);
      return idempotency.replay ?? settled(exchange, idempotency, run);
    },
  );

/** Runs the operation; what its transaction did not store is stored, or forgotten, here. */
async function settled<E extends EndpointDeclaration>(
  exchange: Exchange,
  idempotency: Idempotency,
  run: (call: Call<E>) => Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await run(callOf<E>(exchange, idempotency));
    await idempotency.settle(reply);
    return reply;
  } catch (error) {
    const apiError = toApiError(exchange.endpoint, error);
    if (apiError.status < 500 && apiError.code !== 'conflict') {
      await idempotency.settleRefusal(errorReply(apiError, exchange.requestId));
    } else {
      await idempotency.release().catch(() => {
        // The lease ends by itself; the operation's own failure is what the caller must hear.
      });
    }
    throw error;
  }
}

function callOf<E extends EndpointDeclaration>(exchange: Exchange, idempotency: Idempotency): Call<E> {
  const { endpoint, principal, now } = exchange;
  // The steps before have validated the input with the very schemas that make this type.
  const input = exchange.input as ValidInput<E>;
  return {
    ...input,
    principal,
    now,
    heldBrands: Object.keys(principal.brands),
    newId: () => newId(now),
    expectedVersion: expectedVersionOf(exchange),
    authorize: (brandId) => {
      if (endpoint.access.kind === 'brand') requireBrandRole(principal, brandId, endpoint.access.roles);
    },
    recordReply: (reply) => idempotency.recordReply(reply),
    recordActivity: (brandId, event) => recordActivity(brandId, event, now),
  };
}

/** RFC 9110 section 13.1.1. `*` asks only that the resource exists, which every update needs anyway. */
function expectedVersionOf({ event }: Exchange): number | undefined {
  const header = headerOf(event, 'if-match')?.trim();
  if (!header || header === '*') return undefined;
  const version = /^"v(\d{1,15})"$/.exec(header);
  return version ? Number(version[1]) : -1;
}
