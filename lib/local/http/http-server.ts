import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { StartError } from '../start-error.ts';
import { hasForeignHost, hasForeignOrigin, refuseForeign } from './foreign-requests.ts';

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
