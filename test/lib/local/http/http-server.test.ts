import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import { httpServer } from '#lib/local/http/http-server.ts';

const server = httpServer((_, response) => void response.end('here'), {}, { announced: 1_000, held: 3_000 });
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('a connection that was idle for longer than announced still accepts a request', async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const ask = async () => {
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'close')]);
    return String(answer);
  };
  expect(await ask()).toContain('Keep-Alive: timeout=1');
  // Node's own servers close the connection a second after the time that they announce.
  await delay(2_200);
  expect(socket.closed).toBe(false);
  expect(await ask()).toContain('here');
  socket.destroy();
});
