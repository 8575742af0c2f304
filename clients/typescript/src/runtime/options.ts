/** How a client reaches the service, and its defaults for every request. */
export interface ClientOptions {
  /** Address of the API up to `/api`, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** Sent as `X-API-Key`. */
  readonly apiKey?: string | undefined;
  /** Sent as `Authorization: Bearer`. A function is called for every attempt, so it can renew the token. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Time for one attempt, the body of the reply included. Default: 35,000 ms, longer than the service itself takes. */
  readonly timeoutMs?: number | undefined;
  /** Further attempts after the first one. Default: 3. */
  readonly maxRetries?: number | undefined;
  /** Wait before the first retry. It doubles with each retry, and a random part of it is taken. Default: 500 ms. */
  readonly retryDelayMs?: number | undefined;
  /** Longest wait before a retry. A `Retry-After` beyond it ends the retries. Default: 60,000 ms. */
  readonly maxRetryDelayMs?: number | undefined;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Name of your program, put before the name of this client in `User-Agent`. Browsers send their own. */
  readonly userAgent?: string | undefined;
  /** Replaces the global `fetch`, for proxies and tests. */
  readonly fetch?: Fetch | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Options of one request. They replace those of the client. */
export interface RequestOptions {
  /** Ends the request, its retries and its waits. The call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  /** Added to the headers of the client. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of an operation that supports `Idempotency-Key`. */
export interface KeyOptions {
  /**
   * The service runs an operation once per key and returns the first reply again. By default each call has a new random key,
   * which its retries share. Send your own key to repeat a call after a restart of your program.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a write to a resource with versions. */
export interface MatchOptions {
  /** Writes only this version: an ETag, or the record that you have read. Otherwise the call rejects with status 412. */
  readonly ifMatch?: string | { readonly version: number } | undefined;
}

/** Options of a read that returns undefined if the resource has not changed. */
export interface ChangeOptions {
  readonly ifNoneMatch: string | { readonly version: number };
}

/** Options of a read that returns text of this media type in place of JSON. */
export interface AcceptOptions<Type extends string> {
  readonly accept: Type;
}

/** Every option that an operation may have. */
export type AnyOptions = RequestOptions &
  KeyOptions &
  MatchOptions &
  Partial<ChangeOptions> &
  Partial<AcceptOptions<string>>;
