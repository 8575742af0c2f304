import { createHash } from 'node:crypto';
import type { Principal } from '#auth/principal.ts';
import type { EndpointDeclaration, ValidInput } from '#contract/endpoint.ts';
import { ApiError, isFinalRefusal } from '#contract/errors.ts';
import { logger } from '#observability/logger.ts';
import { newId } from '#persistence/new-id.ts';
import { type Table, type TransactAction, transact } from '#store/dynamodb/table.ts';
import {
  completeReservation,
  type IdempotentRequest,
  type KeyReservation,
  releaseKey,
  reserveKey,
  type StoredReply,
} from '#store/requests/idempotency.ts';
import { countRequest } from '#store/requests/rate-windows.ts';
import { errorReply, secondsToReset, toApiError } from '../reply/gateway-result.ts';
import type { Reply } from '../reply/replies.ts';
import { checkAccept } from '../request/accept.ts';
import { authorizeCall } from '../request/authorization.ts';
import { type Exchange, headerOf, type Step } from '../request/exchange.ts';
import { parseBody } from '../request/json-body.ts';
import { allowsChange, readPreconditions } from '../request/preconditions.ts';
import { pathBelowPrefix } from '../request/public-address.ts';
import { validateInput } from '../request/validation.ts';
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

/** Storage of the reply in the transaction of the operation, for repetitions of the request. */
export interface ReplyStorage {
  /** The actions of the transaction; none for a request without an `Idempotency-Key`. */
  actions(reply: Reply): readonly TransactAction[];
  /** The transaction is committed. Until then, another attempt may end with another reply. */
  committed(): void;
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
    run: (call: EndpointCall<E> & More, storage: ReplyStorage) => Promise<Reply>,
  ) =>
    pipeline(declaration, stepsWith(table, parseBody), async (exchange) => {
      const idempotency = await beginIdempotent(table, exchange);
      const call = { ...callOf<E>(exchange, idempotency), ...more(exchange) };
      return idempotency.replay ?? settled(exchange, idempotency, () => run(call, idempotency.storage));
    });

/**
 * Makes handlers for the endpoints of one service that support no `Idempotency-Key`. Nothing of it is in the bundles of their functions.
 *
 * @param body the step that parses the body; none for endpoints without one
 * @returns a function that throws TypeError for a declaration of an endpoint that needs more
 */
export const unkeyedFactory =
  <More extends object>(table: Table, more: (exchange: Exchange) => More, ...body: readonly Step[]) =>
  <const E extends EndpointDeclaration>(
    declaration: E,
    run: (call: EndpointCall<E> & More, storage: ReplyStorage) => Promise<Reply>,
  ) => {
    if (declaration.idempotent || (declaration.body && body.length === 0)) {
      throw new TypeError(`${declaration.name} needs a pipeline with its key and its body`);
    }
    return pipeline(declaration, stepsWith(table, ...body), (exchange) =>
      run({ ...callOf<E>(exchange, none), ...more(exchange) }, none.storage),
    );
  };

const stepsWith = (table: Table, ...body: readonly Step[]): readonly Step[] => [
  rateLimit(table),
  checkAccept,
  ...body,
  validateInput,
  readPreconditions,
  authorizeCall,
];

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
    recordReply: (reply) => {
      idempotency.storage.committed();
      return idempotency.storage.actions(reply);
    },
  };
}

interface Idempotency {
  /** The reply to an earlier request with the same key. */
  readonly replay?: Reply;
  /** Identifies the request and its repetitions; absent without a key. */
  readonly reference?: string;
  readonly storage: ReplyStorage;
  /** Stores the reply of an operation without a transaction. */
  settle(reply: Reply): Promise<void>;
  /** Stores a final refusal, without the id of its request. */
  settleRefusal(reply: Reply): Promise<void>;
  release(): Promise<void>;
}

const none: Idempotency = {
  storage: { actions: () => [], committed: () => {} },
  settle: async () => {},
  settleRefusal: async () => {},
  release: async () => {},
};

/**
 * Reserves the `Idempotency-Key` of a request if the endpoint supports it (draft-ietf-httpapi-idempotency-key-header-07).
 * The value may be bare or quoted.
 *
 * @throws ApiError invalid_idempotency_key, idempotency_in_flight (409), idempotency_mismatch (422)
 */
async function beginIdempotent(table: Table, exchange: Exchange): Promise<Idempotency> {
  const header = headerOf(exchange.event, 'idempotency-key');
  if (!exchange.endpoint.idempotent || header === undefined) return none;
  const request: IdempotentRequest = {
    scope: createHash('sha256').update(exchange.principal.subject).digest('base64url'),
    key: keyFrom(header),
    fingerprint: fingerprintOf(exchange),
  };
  const reservation = await reserveKey(table, request, exchange.now);
  if (reservation.outcome === 'first') return reserved(table, request, reservation, exchange.now);
  return { ...none, replay: replayOf(reservation, exchange.requestId) };
}

function replayOf(reservation: Exclude<KeyReservation, { outcome: 'first' }>, requestId: string): Reply {
  switch (reservation.outcome) {
    case 'mismatch':
      throw new ApiError('idempotency_mismatch');
    case 'in-flight':
      throw new ApiError('idempotency_in_flight', { retryAfterSeconds: reservation.retryAfterSeconds });
    case 'replay': {
      const { status, headers, body } = reservation.reply;
      const marked = { ...headers, 'Idempotent-Replayed': 'true' };
      if (body === '') return { status, headers: marked };
      // An error carries the id of the current request.
      const identity = status < 400 ? {} : { request_id: requestId };
      return { status, headers: marked, body: { ...JSON.parse(body), ...identity } };
    }
  }
}

function reserved(
  table: Table,
  request: IdempotentRequest,
  { reservationId, reference }: Extract<KeyReservation, { outcome: 'first' }>,
  now: Date,
): Idempotency {
  let isStored = false;
  const complete = (reply: Reply) => completeReservation(request, reservationId, stored(reply), now);
  return {
    reference,
    storage: {
      actions: (reply) => [complete(reply)],
      committed: () => {
        isStored = true;
      },
    },
    async settle(reply) {
      if (!isStored) await transact(table, [complete(reply)]);
    },
    settleRefusal: (reply) => transact(table, [complete(reply)]),
    release: () => releaseKey(table, request, reservationId),
  };
}

const stored = ({ status, headers, body }: Reply): StoredReply => ({
  status,
  headers,
  body: body === undefined ? '' : JSON.stringify(body),
});

function keyFrom(header: string): string {
  // Only blanks and tabs count as white space around a field value (RFC 9110 section 5.5).
  const bare = header.replace(/^[ \t]+/, '').replace(/(?<![ \t])[ \t]+$/, '');
  const [, key = bare] = /^"(.*)"$/s.exec(bare) ?? [];
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) throw new ApiError('invalid_idempotency_key');
  return key;
}

/** SHA-256 over method, path, body and, if the endpoint has one, query. A repetition may use another address of the same API. */
function fingerprintOf(exchange: Exchange): string {
  const { event, input } = exchange;
  const hash = createHash('sha256');
  hash.update(`${event.httpMethod}\n${pathBelowPrefix(exchange)}\n`);
  hash.update(JSON.stringify(input.body, sortedKeys) ?? '');
  if (input.query !== undefined) hash.update(`\n${JSON.stringify(input.query, sortedKeys)}`);
  return hash.digest('base64url');
}

/** The order of members does not change the fingerprint. */
function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Counts the request in the limiter of its route, by the `x-forwarded-for` value or `anonymous`. If the counter cannot be
 * reached, the request passes, because the operation needs the same table and reports the fault.
 *
 * @throws ApiError rate_limited
 */
const rateLimit =
  (table: Table): Step =>
  async (exchange) => {
    const { limiter } = exchange.endpoint;
    if (!limiter) return;
    const caller = headerOf(exchange.event, 'x-forwarded-for') || 'anonymous';
    try {
      exchange.rate = await countRequest(table, limiter, caller, exchange.now);
    } catch (error) {
      logger.warn('The rate limiter cannot be reached; the request is allowed', { error: nameOf(error) });
      return;
    }
    if (!exchange.rate.allowed) {
      throw new ApiError('rate_limited', { retryAfterSeconds: secondsToReset(exchange.rate, exchange.now) });
    }
  };

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown');
