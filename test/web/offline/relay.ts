import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A server between the browser and the stack, which can lose the signal, lose replies and publish a new version. */
export interface Relay {
  readonly url: string;
  /** Without signal every connection is cut. `api` cuts only requests to the APIs. */
  signal: 'on' | 'off' | 'no_api';
  /** Passes the next request of this method and path on, and cuts the connection before the reply. */
  loseReplyTo(method: string, path: RegExp): void;
  /** Requests that reached the stack. */
  count(method: string, path: RegExp): number;
  /** Changes the service worker, as a deployment does. */
  publish(version: string): void;
  close(): Promise<void>;
}

export async function startRelay(backend: string): Promise<Relay> {
  const target = new URL(backend);
  const passed: { readonly method: string; readonly path: string }[] = [];
  const lost: { readonly method: string; readonly path: RegExp }[] = [];
  const sockets = new Set<Socket>();
  let version: string | undefined;
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    if (relay.signal === 'off' || (relay.signal === 'no_api' && url.startsWith('/api/'))) {
      incoming.socket.destroy();
      return;
    }
    passed.push({ method, path: url });
    const place = lost.findIndex((one) => one.method === method && one.path.test(url));
    if (place >= 0) lost.splice(place, 1);
    pass(incoming, outgoing, target, { isLost: place >= 0, version });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const relay: Relay = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    signal: 'on',
    loseReplyTo: (method, path) => void lost.push({ method, path }),
    count: (method, path) => passed.filter((one) => one.method === method && path.test(one.path)).length,
    publish: (next) => {
      version = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return relay;
}

function pass(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: URL,
  { isLost, version }: { readonly isLost: boolean; readonly version: string | undefined },
): void {
  const { method, url, headers } = incoming;
  const isWorker = url === '/service-worker.js' && version !== undefined;
  const { 'accept-encoding': _encoding, 'if-none-match': _digest, ...plain } = headers;
  const forwarded = request(
    {
      hostname: target.hostname,
      port: target.port,
      method,
      path: url,
      headers: isWorker ? plain : headers,
    },
    (reply) => {
      if (isLost) {
        reply.resume().on('end', () => incoming.socket.destroy());
        return;
      }
      if (!isWorker) {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
        return;
      }
      const chunks: Buffer[] = [];
      reply.on('data', (chunk: Buffer) => chunks.push(chunk));
      reply.on('end', () => {
        const text = Buffer.concat(chunks)
          .toString()
          .replace(/version:"[0-9a-f]+/, `$&${version}`);
        // A worker without the policies of the one before it would get no messages in Chromium.
        const { 'content-length': _length, etag: _etag, ...kept } = reply.headers;
        outgoing.writeHead(200, kept).end(text);
      });
    },
  );
  forwarded.on('error', () => incoming.socket.destroy());
  incoming.pipe(forwarded);
}
