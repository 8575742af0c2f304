import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface BareServer {
  readonly url: string;
  stop(): Promise<unknown>;
}

/** Starts a server of Node in a thread that answers every request with this body: the least that an HTTP API does. */
export async function startBareServer(body: string): Promise<BareServer> {
  const program = `
    const { createServer } = require('node:http');
    const { parentPort, workerData } = require('node:worker_threads');
    const server = createServer((request, response) => {
      request.resume();
      request.on('end', () => response.setHeader('content-type', 'application/json').end(workerData));
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
  const worker = new Worker(program, { eval: true, workerData: body });
  const [port] = await once(worker, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => worker.terminate() };
}
