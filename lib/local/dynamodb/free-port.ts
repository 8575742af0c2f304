import { createServer } from 'node:net';
import { StartError } from '../start-error.ts';

export class PortTaken extends StartError {}

/** Starts something on a free port, and on another one, twice at most, when `start` throws PortTaken. */
export async function onFreePort<Started>(start: (port: number) => Promise<Started>): Promise<Started> {
  for (let retries = 2; ; retries -= 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      if (!(error instanceof PortTaken) || retries === 0) throw error;
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('No free port'));
      });
    });
  });
}
