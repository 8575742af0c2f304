import type { Principal } from '#auth/principal.ts';
import type { EndpointDeclaration, ValidInput } from '#contract/endpoint.ts';
import { isFinalRefusal } from '#contract/errors.ts';
import { newId } from '#persistence/new-id.ts';
import type { Table, TransactAction } from '#store/dynamodb/table.ts';
import { errorReply, toApiError } from '../reply/gateway-result.ts';
import type { Reply } from '../reply/replies.ts';
import { checkAccept } from '../request/accept.ts';
import { authorizeCall } from '../request/authorization.ts';
import { type Exchange, headerOf } from '../request/exchange.ts';
import { parseBody } from '../request/json-body.ts';
import { allowsChange, readPreconditions } from '../request/preconditions.ts';
import { rateLimit } from '../request/rate-limit.ts';
import { validateInput } from '../request/validation.ts';
import { beginIdempotent, type Idempotency } from './idempotency.ts';
import { pipeline } from './pipeline.ts';

/** Input of every operation: valid input, an authorized caller, the time and ids. */
export interface EndpointCall<E extends EndpointDeclaration> extends ValidInput<E> {
  readonly principal: Principal;
  readonly now: Date;
  /** Media type of a successful reply, as `Accept` asks for it. */
  readonly mediaType: NonNullable<Exchange['mediaType']>;
  newId(): string;
  /** Whether `If-Match` and `If-None-Match` allow a change of the resource in this version. */
  allowsChange(version: number): boolean;
  /**
   * Identifies the request and its repetitions under the same `Idempotency-Key`, so an operation of several transactions
   * finds what it has already done. Undefined without a key.
   */
  readonly requestReference: string | undefined;
  /** A header of the request by its lower-case name. */
  header(name: string): string | undefined;
  /** Actions that store the reply for repetitions of the request, in the transaction of the operation. */
  recordReply(reply: Reply): readonly TransactAction[];
}

/**
 * Makes handlers for the endpoints of one service. A request passes the rate limit, the JSON body, validation,
 * authorization, idempotency and then the operation. The service's table holds rate windows and idempotency records.
 *
 * @param more input of the service's operations beyond {@link EndpointCall}
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
 * Runs the operation and stores its reply unless its transaction has stored it. Only a final refusal is stored. After any
 * other failure the key is free again, because a repetition may succeed.
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
      // The lease ends by itself. The caller must receive the failure of the operation.
    });
    throw error;
  }
}

function callOf<E extends EndpointDeclaration>(
  exchange: Exchange,
  idempotency: Idempotency,
): EndpointCall<E> {
  const { principal, now, mediaType = 'application/json', preconditions } = exchange;
  // Earlier steps have validated the input with the schemas of this type.
  const input = exchange.input as ValidInput<E>;
  return {
    ...input,
    principal,
    now,
    mediaType,
    newId: () => newId(now),
    allowsChange: (version) => preconditions === undefined || allowsChange(preconditions, version),
    header: (name) => headerOf(exchange.event, name),
    requestReference: idempotency.reference,
    recordReply: (reply) => idempotency.recordReply(reply),
  };
}
