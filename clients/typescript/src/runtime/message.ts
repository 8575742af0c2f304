import type { Input, Operation } from './operation.ts';
import type { AnyOptions, ClientOptions } from './options.ts';

/** A request before the credentials of an attempt. */
export interface Message {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
}

export function messageOf(
  operation: Operation,
  input: Input,
  client: ClientOptions & { readonly agent?: string | undefined },
  options: AnyOptions,
): Message {
  const body = bodyOf(operation, input);
  const headers = new Headers({ Accept: acceptOf(options.accept ?? operation.accept) });
  const set = (name: string, value: unknown) => value !== undefined && headers.set(name, String(value));
  if (body !== undefined) set('Content-Type', operation.body?.mediaType);
  if (operation.keyed) set('Idempotency-Key', options.idempotencyKey ?? randomId());
  set('If-Match', tagOf(options.ifMatch));
  set('If-None-Match', tagOf(options.ifNoneMatch));
  if (isOutsideBrowsers) set('User-Agent', agentOf(client));
  for (const name of operation.inHeaders ?? []) set(name, input[name]);
  for (const more of [client.headers, options.headers])
    for (const [name, value] of Object.entries(more ?? {})) headers.set(name, value);
  return { url: urlOf(operation, input, client.baseUrl), method: operation.method, headers, body };
}

function urlOf({ path, inPath = [], inQuery = [] }: Operation, input: Input, baseUrl: string): string {
  const filled = inPath.reduce((address, name) => {
    const value = input[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is required`);
    return address.replace(`{${name}}`, () => encodeURIComponent(String(value)));
  }, path);
  const query = new URLSearchParams();
  for (const name of inQuery) {
    const values: readonly unknown[] = [input[name] ?? []].flat();
    for (const value of values)
      query.append(name, value instanceof Date ? value.toISOString() : String(value));
  }
  return `${baseUrl.replace(/\/+$/, '')}${filled}${query.size > 0 ? `?${query}` : ''}`;
}

function bodyOf({ body, inPath = [], inQuery = [], inHeaders = [] }: Operation, input: Input) {
  if (body === undefined) return undefined;
  if (body.form === 'unchanged') return String(input['body'] ?? '');
  if (body.from === 'member') return JSON.stringify(input['body']);
  const elsewhere = new Set([...inPath, ...inQuery, ...inHeaders]);
  return JSON.stringify(Object.fromEntries(Object.entries(input).filter(([name]) => !elsewhere.has(name))));
}

/** Errors are JSON whatever a success is. */
const acceptOf = (mediaType: string): string =>
  mediaType === 'application/json' ? mediaType : `${mediaType}, application/json;q=0.1`;

const tagOf = (tag: AnyOptions['ifMatch']): string | undefined =>
  typeof tag === 'object' ? `"v${tag.version}"` : tag;

/** Browsers send their own name; a script that sets the header causes a preflight request. */
const isOutsideBrowsers =
  typeof Reflect.get(globalThis, 'document') === 'undefined' && !('importScripts' in globalThis);

const agentOf = ({
  userAgent,
  agent,
}: {
  readonly userAgent?: string | undefined;
  readonly agent?: string | undefined;
}) => [userAgent, agent].filter((name) => name !== undefined).join(' ') || undefined;

/** Browsers offer `randomUUID` only on pages that were loaded by HTTPS. */
const randomId = (): string =>
  typeof crypto.randomUUID === 'function'
    ? crypto.randomUUID()
    : [...crypto.getRandomValues(new Uint8Array(16))]
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join('');
