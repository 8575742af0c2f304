import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach } from '@jest/globals';
import type { BrowserContext, Page } from 'playwright-core';
import { stack, useProfiles } from '../browser/browser.ts';
import { openSignedIn } from '../browser/sign-in.ts';

/** A phone with the app. Its pages can be closed, and its signal can be taken away. */
export interface Device {
  readonly relay: Relay;
  readonly context: BrowserContext;
  /** Signs in and waits until the app works without signal. */
  signIn(name: string, path: string): Promise<Page>;
  /** Opens the app in a new tab, as after it was closed. */
  open(path: string): Promise<Page>;
  loseSignal(): Promise<void>;
  regainSignal(): Promise<void>;
}

/** Starts a browser for the tests of a file, and gives each test a new device. */
export function useDevices(): () => Promise<Device> {
  const relays: Relay[] = [];
  const newProfile = useProfiles();
  afterEach(async () => {
    for (const relay of relays.splice(0)) await relay.close();
  });
  return async () => {
    const relay = await startRelay(stack.baseUrl);
    relays.push(relay);
    return deviceOf(await newProfile(relay.url), relay);
  };
}

function deviceOf(context: BrowserContext, relay: Relay): Device {
  return {
    relay,
    context,
    signIn: async (name, path) => {
      const page = await context.newPage();
      await openSignedIn(page, relay.url, name, path);
      await page.evaluate(async () => {
        // The app does the same two seconds after it has loaded.
        await navigator.serviceWorker.register('/service-worker.js');
        if (navigator.serviceWorker.controller === null)
          await new Promise((resolve) =>
            navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
          );
      });
      return page;
    },
    open: async (path) => {
      const page = await context.newPage();
      await page.goto(path);
      return page;
    },
    loseSignal: async () => {
      relay.signal = 'off';
      await context.setOffline(true);
    },
    regainSignal: async () => {
      relay.signal = 'on';
      await context.setOffline(false);
    },
  };
}

/** A server between the browser and the stack, which can lose the signal, lose replies and publish a new version. */
interface Relay {
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

async function startRelay(backend: string): Promise<Relay> {
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
