import { createServer } from 'node:net';
import { StartError } from '../start-error.ts';

export class PortTaken extends StartError {}

/**
 * Starts something on a free port, and on the next one when `start` throws PortTaken.
 *
 * @param ports in order; 0 takes one that the system chooses
 */
export async function onFreePort<Started>(
  start: (port: number) => Promise<Started>,
  {
    host = '127.0.0.1',
    ports = [0, 0, 0],
  }: { readonly host?: string; readonly ports?: readonly number[] } = {},
): Promise<Started> {
  let taken = new PortTaken(`The ports ${ports.join(', ')} of ${host} are in use.`);
  for (const wanted of ports) {
    const port = await freePort(host, wanted);
    if (port === undefined) continue;
    try {
      return await start(port);
    } catch (error) {
      if (!(error instanceof PortTaken)) throw error;
      taken = error;
    }
  }
  throw taken;
}

/** Returns a port that is free now; undefined if `wanted` is taken. */
function freePort(host: string, wanted: number): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(wanted, host, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : wanted));
    });
  });
}
