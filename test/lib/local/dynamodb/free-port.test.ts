import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, test } from '@jest/globals';
import { onFreePort, PortTaken } from '#lib/local/dynamodb/free-port.ts';

const listen = async (port: number): Promise<Server> => {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

test('repeats a start on another port when its port was taken', async () => {
  const taken: Server[] = [];
  const server = await onFreePort(async (port) => {
    if (taken.length < 2) taken.push(await listen(port));
    return listen(port).catch(() => {
      throw new PortTaken('taken');
    });
  });
  const ports = [...taken, server].map((one) => (one.address() as AddressInfo).port);
  expect(new Set(ports).size).toBe(3);
  for (const one of [...taken, server]) one.close();
});

test('reports a start whose ports are always taken, or that fails otherwise', async () => {
  let starts = 0;
  const failing = (error: Error) =>
    onFreePort(() => {
      starts += 1;
      return Promise.reject(error);
    });
  await expect(failing(new PortTaken('taken'))).rejects.toThrow('taken');
  expect(starts).toBe(3);
  await expect(failing(new Error('damaged'))).rejects.toThrow('damaged');
  expect(starts).toBe(4);
});
