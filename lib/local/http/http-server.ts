import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';

/** How long an idle connection lives, in milliseconds. */
interface IdleTimes {
  /** Sent to clients in `Keep-Alive`. `fetch`, Node's agents and the SDK close an idle connection by then. */
  readonly announced: number;
  /** When the server closes the connection: later than clients that ignore the announcement, which wait 60 s at most. */
  readonly held: number;
}

/**
 * Returns an HTTP server that never closes an idle connection before its client does. The client could be sending a
 * request at that moment, and would see it fail as "other side closed".
 */
export function httpServer(
  handle: RequestListener,
  options: ServerOptions = {},
  { announced, held }: IdleTimes = { announced: 5_000, held: 65_000 },
): Server {
  return createServer(
    {
      ...options,
      keepAliveTimeout: announced,
      keepAliveTimeoutBuffer: held - announced,
      headersTimeout: held + 5_000,
    },
    handle,
  );
}
