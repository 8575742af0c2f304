import type * as z from 'zod';
import { type ApiCall, type PagedCall, pagedCall } from '#clients/typescript/src/runtime/calls.ts';
import type { Operation } from '#clients/typescript/src/runtime/operation.ts';
import type {
  AcceptOptions,
  AnyOptions,
  ClientOptions,
  KeyOptions,
  MatchOptions,
  RequestOptions,
} from '#clients/typescript/src/runtime/options.ts';
import type { Reply } from '#clients/typescript/src/runtime/reply.ts';
import { Transport } from '#clients/typescript/src/runtime/transport.ts';
import type { ClaimsEndpoint } from '#contract/claims/index.ts';
import type { CommerceEndpoint } from '#contract/commerce/index.ts';
import type { TextType } from '#contract/endpoint.ts';
import { noticedFetch } from '#web/data/connectivity.ts';
import { freshToken, tokenInPlaceOf, tokenRefused } from '#web/session/token.ts';

/** Both APIs are under the origin of the app and take the token of the session. */
const clientOptions: ClientOptions = {
  baseUrl: window.location.origin,
  token: freshToken,
  // A person waits: two attempts, then the page offers to try again.
  maxRetries: 1,
  fetch: async (url, init) => {
    const response = await noticedFetch(url, init);
    return response.status === 401 ? ((await sendAgain(url, init)) ?? response) : response;
  },
};

/** Sends a refused request once more with another token: the clock of the device may have hidden that the first one was old. */
async function sendAgain(url: string, init: RequestInit): Promise<Response | undefined> {
  const headers = new Headers(init.headers);
  const refused = headers.get('Authorization')?.replace('Bearer ', '') ?? '';
  const token = await tokenInPlaceOf(refused);
  if (token === undefined) return undefined;
  headers.set('Authorization', `Bearer ${token}`);
  const response = await noticedFetch(url, { ...init, headers });
  if (response.status === 401) tokenRefused();
  return response;
}

type Declared = ClaimsEndpoint | CommerceEndpoint;
type Declarations = { readonly [E in Declared as `${E['method']} ${E['path']}`]: E };

/** Method and path of an operation, as the contract declares them. */
export type Route = keyof Declarations;

type Immutable<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends readonly unknown[]
      ? { readonly [Place in keyof T]: Immutable<T[Place]> }
      : { readonly [Member in keyof T]: Immutable<T[Member]> };

type Schema<E, Part extends string> = E extends { readonly [P in Part]: infer S extends z.ZodType }
  ? S
  : never;

type Sent<S> = [S] extends [never] ? unknown : Immutable<z.input<S>>;

/** Values of a query are read from text, so a caller may send what they become. */
type Query<S> = [S] extends [never]
  ? unknown
  : {
      readonly [Name in keyof z.input<S>]: Immutable<
        z.input<S>[Name] | z.output<S>[Name & keyof z.output<S>]
      >;
    };

/** What a route takes: parameters of its path, and the members of its query or, if it writes, of its body. */
export type ApiInput<R extends Route> = Sent<Schema<Declarations[R], 'parameters'>> &
  (R extends `${'GET' | 'DELETE'} ${string}`
    ? Query<Schema<Declarations[R], 'query'>>
    : Sent<Schema<Declarations[R], 'body'>> & Elsewhere<Schema<Declarations[R], 'query'>>);

/** Members of the query of a write: they are an option, and would be lost in a body that nobody reads. */
type Elsewhere<S> = [S] extends [never] ? unknown : { readonly [Name in keyof z.input<S>]?: never };

type Options<R extends Route> = RequestOptions &
  KeyOptions &
  MatchOptions & { readonly query?: Query<Schema<Declarations[R], 'query'>> };

type Arguments<R extends Route, Chosen = unknown> =
  Record<never, never> extends ApiInput<R>
    ? [input?: ApiInput<R>, options?: Options<R> & Chosen]
    : [input: ApiInput<R>, options?: Options<R> & Chosen];

type Success<Responses> = Responses[keyof Responses & (200 | 201 | 202 | 204)];

type Content<Response> = Response extends { readonly schema: infer S extends z.ZodType }
  ? Opened<z.output<S>>
  : Response extends { readonly text: unknown }
    ? never
    : undefined;

/** A body of which `data` is the only member stands for its data. */
type Opened<T> = T extends { readonly data: infer Data } ? (keyof T extends 'data' ? Data : T) : T;

/** What a route returns as JSON. */
export type ApiData<R extends Route> = Content<Success<Declarations[R]['responses']>>;

type Called<Data> = Data extends { readonly data: readonly (infer Item)[] }
  ? PagedCall<Item, Data>
  : ApiCall<Data>;

interface Api {
  <R extends Route>(route: R, ...sent: Arguments<R>): Called<ApiData<R>>;
  /** Asks for text in place of JSON. */
  <R extends Route, Type extends TextType>(
    route: R,
    input: ApiInput<R>,
    options: Options<R> & AcceptOptions<Type>,
  ): ApiCall<Type extends 'application/pdf' ? Blob : string>;
}

const transport = new Transport(clientOptions);

/** Both APIs, as the person who is signed in. */
export const api = ((
  route: Route,
  input: unknown = {},
  { query, ...options }: AnyOptions & { readonly query?: unknown } = {},
) => {
  const send = async (position: object) => {
    const sent = { ...Object(input), ...position };
    const operation = operationOf(route, sent, Object.keys(query ?? {}));
    return opened(await transport.call(operation, { ...sent, ...Object(query) }, options).withReply());
  };
  return pagedCall(send({}), send);
  // A reply is what the contract declares for its route.
}) as Api;

function operationOf(route: Route, input: object, inQuery: readonly string[]): Operation {
  const [method, path = ''] = route.split(' ') as [Operation['method'], string];
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const common = { id: route, method, path, inPath, accept: 'application/json' };
  if (method === 'GET' || method === 'DELETE')
    return {
      ...common,
      inQuery: [...inQuery, ...Object.keys(input).filter((name) => !inPath.includes(name))],
    };
  const mediaType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  // The service ignores a key where no repetition can do harm.
  return { ...common, inQuery, body: { mediaType, from: 'members', form: 'json' }, keyed: true };
}

function opened({ data, ...reply }: Reply<unknown>): Reply<unknown> {
  const isEnvelope = typeof data === 'object' && Object.keys(data ?? {}).join() === 'data';
  return { ...reply, data: isEnvelope ? Object(data).data : data };
}
