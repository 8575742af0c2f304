import { once } from 'node:events';
import { Agent } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { exchange } from './exchange.ts';

/** A server's reaction to a request: it responds, closes the connection, or breaks off within the response. */
type Reaction = 'answer' | 'close' | 'break off';

let server: Server;
let agent: Agent;
afterEach(() => {
  agent.destroy();
  server.close();
});

/** Starts a server that reacts to its requests in this order; returns its address. */
async function serverThat(...reactions: Reaction[]): Promise<string> {
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () => react(socket, reactions.shift()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

function react(socket: Socket, reaction: Reaction | undefined): void {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n';
  if (reaction === 'answer') socket.write(`${head}done`);
  else if (reaction === 'break off') socket.end(`${head}do`);
  else socket.destroy();
}

const send = (url: string, idleAfter: number) =>
  exchange(url, { method: 'POST', headers: {}, payload: 'work' }, { agent, idleAfter });

test('repeats a request whose idle connection was closed under it', async () => {
  const url = await serverThat('answer', 'close', 'answer');
  expect((await send(url, 20)).text).toBe('done');
  await delay(30);
  expect((await send(url, 20)).text).toBe('done');
});

test('repeats it only once', async () => {
  const url = await serverThat('answer', 'close', 'close', 'answer');
  await send(url, 20);
  await delay(30);
  await expect(send(url, 20)).rejects.toThrow('socket hang up');
});

test('reports a server that breaks a connection in use, or a new one', async () => {
  const url = await serverThat('close', 'answer', 'close', 'answer');
  await expect(send(url, 0)).rejects.toThrow('socket hang up');
  await send(url, 60_000);
  await expect(send(url, 60_000)).rejects.toThrow('socket hang up');
});

test('reports a response that is cut off', async () => {
  const url = await serverThat('answer', 'break off', 'answer');
  await send(url, 0);
  await delay(10);
  await expect(send(url, 0)).rejects.toThrow('aborted');
});

test('reports a server that is gone', async () => {
  const url = await serverThat('answer', 'close');
  await send(url, 20);
  server.close();
  await delay(30);
  await expect(send(url, 20)).rejects.toThrow('ECONNREFUSED');
});
