import { createServer } from 'node:net';

/** A TCP port of the loopback interface that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
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
