/** Headers by lower-case name: the name as the client wrote it, and the values in order. */
export type HeaderMap = ReadonlyMap<string, { readonly name: string; readonly values: readonly string[] }>;

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Headers that API Gateway removes or sets (developer guide, "Important notes"). */
const droppedFromRequest = names(
  'connection content-md5 expect keep-alive max-forwards proxy-authenticate server te trailer transfer-encoding upgrade www-authenticate',
);

const droppedFromResponse = names('expect host proxy-authenticate te trailer transfer-encoding upgrade via');

const remappedInResponse = names(
  'authorization connection content-md5 date max-forwards server user-agent www-authenticate',
);

/** Groups Node's raw header list by name regardless of case; keeps the first spelling. */
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

/** Returns the last value of a header, which API Gateway uses where it uses only one. */
export function headerValue(headers: HeaderMap, name: string): string | undefined {
  return headers.get(name.toLowerCase())?.values.at(-1);
}

/** Returns the headers for a function: without hop-by-hop headers, with the peer's address in x-forwarded-for. */
export function forwardedHeaders(
  headers: HeaderMap,
  peer: { readonly address: string; readonly port: number; readonly traceId: string },
): HeaderMap {
  const forwarded = new Map([...headers].filter(([name]) => !droppedFromRequest.has(name)));
  const received = headers.get('x-forwarded-for')?.values.join(', ');
  const chain = received === undefined ? peer.address : `${received}, ${peer.address}`;
  forwarded.set('x-forwarded-for', { name: 'X-Forwarded-For', values: [chain] });
  forwarded.set('x-forwarded-port', { name: 'X-Forwarded-Port', values: [String(peer.port)] });
  forwarded.set('x-forwarded-proto', { name: 'X-Forwarded-Proto', values: ['http'] });
  forwarded.set('x-amzn-trace-id', { name: 'X-Amzn-Trace-Id', values: [peer.traceId] });
  return forwarded;
}

export function responseHeaderName(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (droppedFromResponse.has(lower)) return undefined;
  return remappedInResponse.has(lower) ? `x-amzn-Remapped-${name}` : name;
}
