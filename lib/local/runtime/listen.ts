import type { Server } from 'node:http';
import { StartError } from '../start-error.ts';

/** Listens on the loopback interface; port 0 takes a free one. Throws StartError when the port is in use. */
export function listen(server: Server, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const inUse = 'code' in error && error.code === 'EADDRINUSE';
      reject(
        inUse
          ? new StartError(
              `Port ${port} is in use; stop what listens there, or choose another with --port or PORT.`,
            )
          : new StartError(`Port ${port} cannot be listened on: ${error.message}.`),
      );
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`);
    });
  });
}

/** Takes no more connections, waits a moment for answers under way, then closes what is left. */
export function close(server: Server, patienceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), patienceMilliseconds);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
