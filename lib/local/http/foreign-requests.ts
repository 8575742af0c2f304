import type { IncomingMessage, ServerResponse } from 'node:http';

/** Whether a host name is one of this machine (RFC 6761, section 6.3). */
export const isLoopbackHost = (name: string): boolean =>
  /^(127\.0\.0\.1|\[::1\]|(.+\.)?localhost)$/.test(name);

/**
 * Whether a browser sends the request for a page of another machine. A request without `Origin` comes from a program, or
 * its page can neither read the response nor send a body.
 */
export function hasForeignOrigin({ headers: { origin } }: IncomingMessage): boolean {
  return origin !== undefined && !isLoopbackHost(URL.parse(origin)?.hostname ?? '');
}

/** Whether a request has the name of another machine, as after DNS rebinding. `serves` knows further names. */
export function hasForeignHost(
  { headers: { host } }: IncomingMessage,
  serves: (name: string) => boolean,
): boolean {
  const name = URL.parse(`http://${host ?? ''}`)?.hostname ?? '';
  return !(isLoopbackHost(name) || serves(name));
}

/** Responds with 403, and no CORS headers, so that a page cannot read even this. */
export function refuseForeign(request: IncomingMessage, response: ServerResponse): void {
  request.resume();
  response
    .writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' })
    .end('Refused: the Host or Origin of this request is not on this machine.\n');
}
