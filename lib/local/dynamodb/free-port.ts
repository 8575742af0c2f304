import { createServer } from 'node:net';
import { StartError } from '../start-error.ts';

/** Another program took the port between its choice and the start of what listens there. */
export class PortTaken extends StartError {}

/** Starts something on a free port. Repeats the start on other ports, twice at most, when it throws PortTaken. */
export async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let retries = 2; ; retries -= 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (!(error instanceof PortTaken) || retries === 0) throw error;
    }
  }
}

/** A TCP port of the loopback interface that nobody listens on at this moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('no port was given'));
      });
    });
  });
}
