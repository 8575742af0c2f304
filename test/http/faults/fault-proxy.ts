import { request, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { httpServer, listen } from '#lib/local/http/http-server.ts';

/** A proxy to a DynamoDB engine that can respond with errors in its place. */
export interface FaultProxy {
  readonly url: string;
  /** An error type of DynamoDB, or no response; undefined passes requests on. */
  respondWith(fault: string | 'silence' | undefined): void;
  close(): void;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  let fault: string | undefined;
  const proxy: Server = httpServer(async (asked, response) => {
    const body = await buffer(asked);
    if (fault === 'silence') return;
    if (fault !== undefined) {
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
      const __type = `com.amazonaws.dynamodb.v20120810#${fault}`;
      response.end(JSON.stringify({ __type, message: 'table-name-and-key' }));
      return;
    }
    const { method, url: path, headers } = asked;
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    forwarded.on('error', () => response.destroy());
    forwarded.end(body);
  });
  return {
    url: await listen(proxy, 0),
    respondWith: (wanted) => {
      fault = wanted;
    },
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
