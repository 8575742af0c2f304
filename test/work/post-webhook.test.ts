import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { postWebhook } from '#store/adapters/post-webhook.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp();
});

const listening = (server: Server | ReturnType<typeof createServer>): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      // A TCP server on 127.0.0.1 has an address with a port.
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
    });
  });

async function answering(handle: Parameters<typeof createHttpServer>[1]): Promise<string> {
  const server = createHttpServer(handle);
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return listening(server);
}

async function raw(handle: (socket: Socket) => void): Promise<string> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    handle(socket);
  });
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listening(server);
}

const post = (url: string, rules: object = {}) =>
  postWebhook(
    { url, headers: { 'webhook-id': 'a' }, body: '{"a":1}' },
    { local: true, timeoutMilliseconds: 5000, ...rules },
  );

describe('a webhook', () => {
  test('is posted once with its headers and body', async () => {
    const received: object[] = [];
    const url = await answering(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const { 'webhook-id': id, 'content-type': type } = request.headers;
      received.push({ method: request.method, url: request.url, id, type, body });
      response.end('thank you');
    });
    expect(await post(url)).toEqual({
      status: 200,
      response_body: 'thank you',
      duration_ms: expect.any(Number),
    });
    expect(received).toEqual([
      { method: 'POST', url: '/hook', id: 'a', type: 'application/json', body: '{"a":1}' },
    ]);
  });

  test('does not follow a redirect', async () => {
    let followed = 0;
    const target = await answering((_, response) => {
      followed++;
      response.end();
    });
    const url = await answering((_, response) => {
      response.writeHead(307, { location: target });
      response.end();
    });
    expect(await post(url)).toMatchObject({ status: 307 });
    expect(followed).toBe(0);
  });

  test('reads no more than the first 500 characters of an endless answer', async () => {
    const url = await answering((_, response) => {
      response.writeHead(500);
      const write = (): void => {
        while (!response.destroyed && response.write('é'.repeat(10_000)));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    });
    const { status, response_body } = await post(url);
    expect([status, response_body]).toEqual([500, 'é'.repeat(500)]);
  });

  test('reports the status and Retry-After of a busy endpoint', async () => {
    const url = await answering((_, response) => {
      response.writeHead(503, { 'retry-after': '120' });
      response.end();
    });
    expect(await post(url)).toMatchObject({ status: 503, retryAfter: '120' });
  });

  test.each([
    ['never answers', () => {}],
    [
      'answers without an end of its headers',
      (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nA: b\r\n'),
    ],
  ])('to an endpoint that %s times out', async (_, handle) => {
    expect(await post(await raw(handle), { timeoutMilliseconds: 300 })).toMatchObject({ error: 'timeout' });
  });

  test('to an endpoint that drips its answer times out, with the status', async () => {
    const url = await answering((_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('.'), 50);
      response.once('close', () => clearInterval(timer));
    });
    expect(await post(url, { timeoutMilliseconds: 300 })).toMatchObject({ status: 200, error: 'timeout' });
  });

  test.each([
    ['closes the connection', (socket: Socket) => socket.destroy(), 'connection'],
    ['resets the connection', (socket: Socket) => socket.resetAndDestroy(), 'connection'],
    ['answers no HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n'), 'invalid_response'],
    [
      'has endless headers',
      (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nA: ${'b'.repeat(100_000)}\r\n`),
      'invalid_response',
    ],
  ])('to an endpoint that %s fails', async (_, handle, error) => {
    const url = await raw((socket) => socket.once('data', () => handle(socket)));
    expect(await post(url)).toMatchObject({ error });
  });

  test('over TLS to a server without TLS fails', async () => {
    const url = await answering((_, response) => response.end());
    expect(await post(url.replace('http:', 'https:'))).toMatchObject({ error: 'tls' });
  });

  test('to a port without a server fails', async () => {
    expect(await post('http://127.0.0.1:1/')).toMatchObject({ error: 'connection' });
  });

  test('to a name that does not exist fails', async () => {
    expect(await post('http://no-such-host.invalid/')).toMatchObject({ error: 'name_not_found' });
  });
});

describe('a refused address', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://2130706433:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    // A name that leads to this machine.
    'http://localhost:PORT/',
  ])('%s is never connected to', async (target) => {
    let connections = 0;
    const url = await raw(() => connections++);
    const { port } = new URL(url);
    const sent = await post(target.replace('PORT', port), { local: false });
    expect(sent).toMatchObject({ error: 'address_refused' });
    expect(connections).toBe(0);
  });

  test('of a private network is refused in the local runtime too', async () => {
    expect(await post('http://169.254.169.254/latest/meta-data')).toMatchObject({ error: 'address_refused' });
    expect(await post('http://[fd00:ec2::254]/')).toMatchObject({ error: 'address_refused' });
  });
});
