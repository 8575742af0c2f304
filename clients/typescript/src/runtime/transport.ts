import { type ApiCall, apiCall, type PagedCall, pagedCall } from './calls.ts';
import { ApiError, type ClientError, ConnectionError, isClientError, TimeoutError } from './errors.ts';
import { type Message, messageOf } from './message.ts';
import { isRepeatable, type Operation } from './operation.ts';
import type { AnyOptions, ClientOptions, Fetch } from './options.ts';
import { type Reply, readReply } from './reply.ts';

export interface RetryRules {
  readonly maxRetries: number;
  readonly retryDelayMs: number;
  readonly maxRetryDelayMs: number;
}

/** Milliseconds to wait before the next attempt; undefined if the error is final. */
function retryDelay(
  error: ClientError,
  isRepeatable: boolean,
  { maxRetries, retryDelayMs, maxRetryDelayMs }: RetryRules,
): number | undefined {
  if (error.attempts > maxRetries || !mayRepeat(error, isRepeatable)) return undefined;
  const growing = Math.min(retryDelayMs * 2 ** (error.attempts - 1), maxRetryDelayMs);
  // A random part of the wait keeps clients that failed together apart. It is never zero, so a retry is never immediate.
  const random = growing * (0.5 + Math.random() / 2);
  const asked = error instanceof ApiError ? 1000 * (error.retryAfterSeconds ?? 0) : 0;
  return asked > maxRetryDelayMs ? undefined : Math.max(asked, random);
}

function mayRepeat(error: ClientError, isRepeatable: boolean): boolean {
  switch (error.kind) {
    case 'api':
      // A limiter refuses a request before its operation runs, so any operation can be repeated.
      if (error.status === 429) return true;
      return isRepeatable && (temporaryStatuses.has(error.status) || error.code === 'idempotency_in_flight');
    case 'connection':
    case 'timeout':
      return isRepeatable;
    case 'invalid_reply':
      return false;
  }
}

const temporaryStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Waits. Rejects with the reason of the signal when it aborts. */
const wait = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });

/** Sends the requests of one client. */
export class Transport {
  readonly #client: ClientOptions & { readonly agent?: string | undefined };

  /** `agent` names the client in `User-Agent`. */
  constructor(client: ClientOptions, agent?: string) {
    if (!URL.canParse(client.baseUrl)) throw new TypeError(`baseUrl is not a URL: ${client.baseUrl}`);
    this.#client = { ...client, agent };
  }

  /** `T` is what the contract declares for the operation. */
  call<T>(operation: Operation, input: object, options: AnyOptions = {}): ApiCall<T> {
    return apiCall(this.#send<T>(operation, input, options));
  }

  list<Item, Page>(operation: Operation, input: object, options: AnyOptions = {}): PagedCall<Item, Page> {
    return pagedCall(this.#send<Page>(operation, input, options), (position) =>
      this.#send<Page>(operation, { ...input, ...position }, options),
    );
  }

  async #send<T>(operation: Operation, input: object, options: AnyOptions): Promise<Reply<T>> {
    const message = messageOf(operation, { ...input }, this.#client, options);
    const rules: RetryRules = {
      maxRetries: options.maxRetries ?? this.#client.maxRetries ?? 3,
      retryDelayMs: this.#client.retryDelayMs ?? 500,
      maxRetryDelayMs: this.#client.maxRetryDelayMs ?? 60_000,
    };
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.#attempt(operation, message, options, attempt)) as Reply<T>;
      } catch (error) {
        const delay = isClientError(error) ? retryDelay(error, isRepeatable(operation), rules) : undefined;
        if (delay === undefined) throw error;
        await wait(delay, options.signal);
      }
    }
  }

  async #attempt(
    operation: Operation,
    { url, method, headers, body }: Message,
    { signal, timeoutMs = this.#client.timeoutMs ?? 35_000 }: AnyOptions,
    attempts: number,
  ): Promise<Reply<unknown>> {
    signal?.throwIfAborted();
    await this.#authenticate(headers);
    const aborter = new AbortController();
    const abort = () => aborter.abort(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    // A token may have taken so long that the caller has given up meanwhile.
    if (signal?.aborted) abort();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      aborter.abort();
    }, timeoutMs);
    const send: Fetch = this.#client.fetch ?? fetch;
    try {
      const response = await send(url, {
        method,
        headers,
        ...(body !== undefined && { body }),
        ...(operation.redirects && { redirect: 'manual' }),
        signal: aborter.signal,
      });
      return await readReply(response, operation, attempts);
    } catch (error) {
      if (isClientError(error)) throw error;
      if (signal?.aborted) throw signal.reason;
      throw failureOf(error, { operation: operation.id, attempts }, isLate ? timeoutMs : undefined);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  async #authenticate(headers: Headers): Promise<void> {
    const { apiKey, token } = this.#client;
    if (apiKey !== undefined) headers.set('X-API-Key', apiKey);
    if (token === undefined) return;
    headers.set('Authorization', `Bearer ${typeof token === 'function' ? await token() : token}`);
  }
}

const failureOf = (
  cause: unknown,
  context: { readonly operation: string; readonly attempts: number },
  timeoutMs: number | undefined,
): ClientError =>
  timeoutMs === undefined
    ? new ConnectionError('The connection failed', context, cause)
    : new TimeoutError(`No complete reply arrived within ${timeoutMs} ms`, context, cause);
