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

test('skips the wanted ports that are taken', async () => {
  const [one, other] = [await listen(0), await listen(0)];
  const [first, second] = [one, other].map((server) => (server.address() as AddressInfo).port);
  other.close();
  await once(other, 'close');
  expect(await onFreePort(async (port) => port, { ports: [first ?? 0, second ?? 0] })).toBe(second);
  await expect(onFreePort(async (port) => port, { ports: [first ?? 0] })).rejects.toThrow(
    `The ports ${first} of 127.0.0.1 are in use.`,
  );
  one.close();
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
