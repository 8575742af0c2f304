import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { exchange, type Message, type Received } from '../../client/exchange.ts';

/** The stack under test, as `npm start` describes itself in `local.json`. */
export interface Stack {
  readonly baseUrl: string;
  readonly endpoints: {
    readonly dynamodb: string;
    readonly s3: string;
    readonly other: string;
    /** The local payment provider. */
    readonly payments: string;
  };
  /** Addresses by stack, as in API Gateway: at the stage, then under the custom domain. */
  readonly addresses: Readonly<Record<string, readonly string[]>>;
  readonly tables: Readonly<Record<string, string>>;
  readonly buckets: Readonly<Record<string, string>>;
  readonly queues: Readonly<Record<string, string>>;
  readonly stagingDir: string;
  readonly brandId: string;
  readonly apiKeys: {
    readonly owner: string;
    readonly manager: string;
    readonly viewer: string;
    readonly otherBrand: string;
  };
  readonly claimsApiKeys: { readonly biller: string; readonly auditor: string; readonly admin: string };
}

/** The stack that `local-stack.ts` starts once for all HTTP tests. */
export const stack: Stack = JSON.parse(process.env['GRANARY_TEST_STACK'] ?? '{}');

export interface ApiResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; `{}` when it is empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  readonly body: any;
}

interface CallOptions {
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly text?: string;
  readonly baseUrl?: string;
}

/**
 * Sends a request. Each call has a new client address unless it names one, so that tests do not share the windows of
 * limiters.
 */
export async function call(method: string, path: string, options: CallOptions = {}): Promise<ApiResponse> {
  const { key = stack.apiKeys.owner, headers = {}, body, text } = options;
  const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const {
    status,
    headers: received,
    text: answer,
  } = await exchangeUnthrottled(`${options.baseUrl ?? stack.baseUrl}${path}`, {
    method,
    headers: {
      'x-forwarded-for': randomUUID(),
      ...(key === null ? {} : { 'x-api-key': key }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    payload,
  });
  return {
    status,
    headers: received,
    text: answer,
    body: answer !== '' && received.get('content-type')?.includes('json') ? JSON.parse(answer) : {},
  };
}

/**
 * Repeats a request after API Gateway's throttle of the method, which all tests share. A 429 of the service's own limiters
 * has a `RateLimit` header and is returned.
 */
async function exchangeUnthrottled(url: string, message: Message): Promise<Received> {
  for (;;) {
    const received = await exchange(url, message);
    if (received.status !== 429 || received.headers.has('ratelimit')) return received;
    await delay(1_000 * Number(received.headers.get('retry-after')));
  }
}

export const get = (path: string, options?: CallOptions) => call('GET', path, options);
export const post = (path: string, body: unknown, options?: CallOptions) =>
  call('POST', path, { ...options, body });
export const put = (path: string, body: unknown, options?: CallOptions) =>
  call('PUT', path, { ...options, body });

/** Creates a product of the sample brand. */
export async function newProduct(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { body } = await post('/api/v1/products', {
    brand_id: stack.brandId,
    name: `Test product ${randomUUID()}`,
    ...fields,
  });
  return body.data.id;
}

/** Returns a valid order of one line. */
export const orderOf = (product_id: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  brand_id: stack.brandId,
  items: [{ product_id, quantity: 3, price: 0.1 }],
  ...fields,
});
