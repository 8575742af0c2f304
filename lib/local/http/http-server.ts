import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import { StartError } from '../start-error.ts';

/** Whether the client accepts a coding. A weight of 0 excludes it (RFC 9110, section 12.5.3). */
export function acceptsCoding({ headers }: IncomingMessage, coding: 'br' | 'gzip'): boolean {
  const accepted = (headers['accept-encoding'] ?? '').toString().toLowerCase().split(',');
  return accepted.some((entry) => {
    const [name, ...parameters] = entry.split(';').map((part) => part.trim());
    return name === coding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

interface LocalServerOptions extends ServerOptions {
  /** Whether the server has a host name beyond those of this machine. */
  readonly servesHost?: (name: string) => boolean;
  /** Whether a page of another machine may send the request. */
  readonly servesOrigin?: (request: IncomingMessage) => boolean;
}

/**
 * Returns an HTTP server for this machine. It refuses the pages of others, which reach it through the user's browser:
 * requests with a foreign `Origin`, and with a foreign `Host` after DNS rebinding.
 *
 * It never closes an idle connection before its client does. The client could be sending a request at that moment, and would see
 * it fail as "other side closed".
 *
 * `announced` milliseconds are sent in `Keep-Alive`: `fetch`, Node's agents and the SDK close an idle connection by then.
 * After `held` the server closes it; clients that ignore the announcement wait 60 s at most.
 */
export function httpServer(
  handle: RequestListener,
  { servesHost = () => false, servesOrigin = () => false, ...options }: LocalServerOptions = {},
  { announced, held } = { announced: 5_000, held: 65_000 },
): Server {
  return createServer(
    {
      ...options,
      keepAliveTimeout: announced,
      keepAliveTimeoutBuffer: held - announced,
      headersTimeout: held + 5_000,
    },
    (request, response) => {
      if (hasForeignHost(request, servesHost) || (hasForeignOrigin(request) && !servesOrigin(request))) {
        refuseForeign(request, response);
      } else handle(request, response);
    },
  );
}

/** Listens on the loopback interface and returns the base URL; port 0 takes a free one. Throws StartError. */
export function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const reason =
        'code' in error && error.code === 'EADDRINUSE'
          ? `Port ${port} is in use; stop the program that uses it, or choose another port with --port or PORT.`
          : `Cannot listen on port ${port}: ${error.message}.`;
      reject(new StartError(reason));
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`);
    });
  });
}

/** Accepts no more connections, gives running requests `graceMilliseconds`, then closes all connections. */
export function close(server: Server, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

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
function hasForeignHost({ headers: { host } }: IncomingMessage, serves: (name: string) => boolean): boolean {
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
