/** Header names as the client wrote them, each with its values in order. */
export type HeaderMap = ReadonlyMap<string, { readonly name: string; readonly values: readonly string[] }>;

/** What API Gateway keeps from a function or puts there itself (developer guide, "Important notes"). */
const droppedFromRequest = new Set([
  'connection',
  'content-md5',
  'expect',
  'keep-alive',
  'max-forwards',
  'proxy-authenticate',
  'server',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'www-authenticate',
]);

const droppedFromResponse = new Set([
  'expect',
  'host',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);

const remappedInResponse = new Set([
  'authorization',
  'connection',
  'content-md5',
  'date',
  'max-forwards',
  'server',
  'user-agent',
  'www-authenticate',
]);

/** Groups Node's raw header list by name without regard to case; the first spelling is kept. */
export function groupHeaders(raw: readonly string[]): HeaderMap {
  const headers = new Map<string, { readonly name: string; readonly values: string[] }>();
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const value = raw[index + 1] ?? '';
    const known = headers.get(name.toLowerCase());
    if (known === undefined) headers.set(name.toLowerCase(), { name, values: [value] });
    else known.values.push(value);
  }
  return headers;
}

/** The last value of a header, which is the one that API Gateway shows where it shows one. */
export function headerValue(headers: HeaderMap, name: string): string | undefined {
  return headers.get(name.toLowerCase())?.values.at(-1);
}

/**
 * What a function sees: hop-by-hop headers left out, and the peer's address added to x-forwarded-for behind
 * whatever the client sent there.
 */
export function forwardedHeaders(
  headers: HeaderMap,
  peer: { readonly address: string; readonly port: number; readonly traceId: string },
): HeaderMap {
  const forwarded = new Map([...headers].filter(([name]) => !droppedFromRequest.has(name)));
  const claimed = headers.get('x-forwarded-for')?.values.join(', ');
  const chain = claimed === undefined ? peer.address : `${claimed}, ${peer.address}`;
  forwarded.set('x-forwarded-for', { name: 'X-Forwarded-For', values: [chain] });
  forwarded.set('x-forwarded-port', { name: 'X-Forwarded-Port', values: [String(peer.port)] });
  forwarded.set('x-forwarded-proto', { name: 'X-Forwarded-Proto', values: ['http'] });
  forwarded.set('x-amzn-trace-id', { name: 'X-Amzn-Trace-Id', values: [peer.traceId] });
  return forwarded;
}

/** The name under which a function's response header reaches the client; undefined when it is dropped. */
export function responseHeaderName(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (droppedFromResponse.has(lower)) return undefined;
  return remappedInResponse.has(lower) ? `x-amzn-Remapped-${name}` : name;
}
