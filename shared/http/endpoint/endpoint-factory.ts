import type { Principal } from '#auth/principal.ts';
import type { EndpointDeclaration, ValidInput } from '#contract/endpoint.ts';
import { isFinalRefusal } from '#contract/errors.ts';
import { newId } from '#persistence/new-id.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { errorReply, toApiError } from '../reply/gateway-result.ts';
import type { Reply } from '../reply/replies.ts';
import { authorizeCall } from '../request/authorization.ts';
import type { Exchange } from '../request/exchange.ts';
import { parseBody } from '../request/json-body.ts';
import { allowsChange, readPreconditions } from '../request/preconditions.ts';
import { rateLimit } from '../request/rate-limit.ts';
import { validateInput } from '../request/validation.ts';
import { beginIdempotent, type Idempotency } from './idempotency.ts';
import { checkAccept, pipeline } from './pipeline.ts';

/** What every operation gets: valid input, an authorized caller, and what it needs from outside. */
export interface EndpointCall<E extends EndpointDeclaration> extends ValidInput<E> {
  readonly principal: Principal;
  readonly now: Date;
  newId(): string;
  /** Whether `If-Match` and `If-None-Match` let the resource in this version be changed. */
  allowsChange(version: number): boolean;
  /**
   * Names the request, the same again for a repetition under its key after a run that did not answer: an operation
   * of several transactions finds by it what it has done. Undefined without a key.
   */
  readonly requestReference: string | undefined;
  /** Stores the reply for repetitions of the request, in the operation's own transaction. */
  recordReply(reply: Reply): readonly TransactAction[];
}

/**
 * Makes handlers of the endpoints of one service, in the spec's order: rate limit, JSON body, validation, then
 * (ours) authorization and idempotency, then the operation. Windows and idempotency records are kept in the
 * service's table; `more` is what its operations get beside what every operation gets.
 */
export const endpointFactory =
  <More extends object>(table: Table, more: (exchange: Exchange) => More) =>
  <const E extends EndpointDeclaration>(
    declaration: E,
    run: (call: EndpointCall<E> & More) => Promise<Reply>,
  ) =>
    pipeline(
      declaration,
      [rateLimit(table), checkAccept, parseBody, validateInput, readPreconditions, authorizeCall],
      async (exchange) => {
        const idempotency = await beginIdempotent(table, exchange);
        const call = { ...callOf<E>(exchange, idempotency), ...more(exchange) };
        return idempotency.replay ?? settled(exchange, idempotency, () => run(call));
      },
    );

/**
 * Runs the operation. A reply that its transaction did not store is stored here. A refusal is stored only when it is
 * final: after any other failure the key is free again, because a repetition may succeed.
 */
async function settled(
  exchange: Exchange,
  idempotency: Idempotency,
  run: () => Promise<Reply>,
): Promise<Reply> {
  try {
    const reply = await run();
    await idempotency.settle(reply);
    return reply;
  } catch (error) {
    const apiError = toApiError(exchange.endpoint, error);
    const settling = isFinalRefusal(apiError.code)
      ? idempotency.settleRefusal(errorReply(apiError))
      : idempotency.release();
    await settling.catch(() => {
      // The lease ends by itself; the operation's own failure is what the caller must hear.
    });
    throw error;
  }
}

function callOf<E extends EndpointDeclaration>(
  exchange: Exchange,
  idempotency: Idempotency,
): EndpointCall<E> {
  const { principal, now, preconditions } = exchange;
  // The steps before have validated the input with the very schemas that make this type.
  const input = exchange.input as ValidInput<E>;
  return {
    ...input,
    principal,
    now,
    newId: () => newId(now),
    allowsChange: (version) => preconditions === undefined || allowsChange(preconditions, version),
    requestReference: idempotency.reference,
    recordReply: (reply) => idempotency.recordReply(reply),
  };
}
