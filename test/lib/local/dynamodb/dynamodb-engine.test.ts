import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  availableEngines,
  chooseEngine,
  databaseFiles,
  findJava,
  javaVersion,
} from '#lib/local/dynamodb/dynamodb-engine.ts';
import { onFreePort, PortTaken } from '#lib/local/dynamodb/free-port.ts';
import { StartError } from '#lib/local/start-error.ts';

describe('dynamodb engine', () => {
  const scratch = mkdtempSync(path.join(tmpdir(), 'granary-engines-'));
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  const platform = `${process.platform}-${process.arch}`;
  const here = availableEngines(process.env).map(({ name }) => name);

  /** A PATH with one program named java, which prints these lines to standard error as every vendor's does. */
  function pathWithJava(lines: readonly string[], status = 0): string {
    const folder = mkdtempSync(path.join(scratch, 'java-'));
    const prints = lines.map((line) => `echo '${line}' >&2`);
    writeFileSync(path.join(folder, 'java'), ['#!/bin/sh', ...prints, `exit ${status}`].join('\n'), {
      mode: 0o755,
    });
    return folder;
  }

  describe('the version of a Java', () => {
    test.each([
      ['OpenJDK', 'openjdk version "17.0.15" 2025-04-15', 17],
      ['a first release', 'openjdk version "21" 2023-09-19 LTS', 21],
      ['early access', 'openjdk version "25-ea" 2025-09-16', 25],
      ['Oracle', 'java version "23.0.1" 2024-10-15', 23],
      ['Java 8', 'java version "1.8.0_391"', 8],
      ['Semeru', 'openjdk version "17.0.9" 2023-10-17\nIBM Semeru Runtime Open Edition 17.0.9.0', 17],
      ['options', 'Picked up JAVA_TOOL_OPTIONS: -Dversion=1\nopenjdk version "17.0.2" 2022-01-18', 17],
      [
        'the stub of macOS',
        'The operation couldn’t be completed. Unable to locate a Java Runtime.',
        undefined,
      ],
    ])('%s', (_, output, version) => expect(javaVersion(output)).toBe(version));

    test('is at least 17; older or failing Javas are ignored', () => {
      const found = (lines: readonly string[], status?: number) =>
        findJava({ PATH: pathWithJava(lines, status) }) !== undefined;
      expect(found(['openjdk version "17.0.15" 2025-04-15'])).toBe(true);
      expect(found(['openjdk version "11.0.22" 2024-01-16'])).toBe(false);
      expect(found(['openjdk version "17.0.15" 2025-04-15'], 1)).toBe(false);
      expect(findJava({ PATH: scratch })).toBeUndefined();
    });

    test('comes from JAVA_HOME before the PATH', () => {
      const home = path.dirname(pathWithJava([]));
      const bin = path.join(home, 'bin');
      mkdirSync(bin);
      writeFileSync(path.join(bin, 'java'), '#!/bin/sh\necho \'java version "22"\' >&2', { mode: 0o755 });
      expect(findJava({ JAVA_HOME: home, PATH: scratch })).toBe(path.join(bin, 'java'));
    });
  });

  describe('the choice of the engine', () => {
    const withoutJava = { PATH: scratch };
    const withJava = { PATH: pathWithJava(['openjdk version "21.0.1" 2023-10-17']) };
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(path.join(scratch, 'data-'));
    });
    const madeWith = (engine: keyof typeof databaseFiles) =>
      writeFileSync(path.join(folder, databaseFiles[engine]), '');
    const choice = (environment: Readonly<Record<string, string | undefined>>) => {
      try {
        return chooseEngine(environment, folder).name;
      } catch (error) {
        if (error instanceof StartError) return error.message;
        throw error;
      }
    };

    test('takes the package of the platform, else DynamoDB Local with Java', () => {
      const needed = `No embedded DynamoDB engine runs on ${platform}: install Java 17 or later for DynamoDB Local or set AWS_ENDPOINT_URL_DYNAMODB.`;
      expect(choice(withoutJava)).toBe(here.includes('embedded') ? 'embedded' : needed);
      expect(choice(withJava)).toBe(here.includes('embedded') ? 'embedded' : 'dynamodb-local');
    });

    test('follows GRANARY_DYNAMODB', () => {
      expect(choice({ ...withJava, GRANARY_DYNAMODB: 'dynamodb-local' })).toBe('dynamodb-local');
      expect(choice({ ...withoutJava, GRANARY_DYNAMODB: 'dynamodb-local' })).toBe(
        'GRANARY_DYNAMODB names DynamoDB Local; it does not run here: install Java 17 or later for DynamoDB Local.',
      );
      expect(choice({ ...withJava, GRANARY_DYNAMODB: 'dynalite' })).toBe(
        'GRANARY_DYNAMODB must be embedded or dynamodb-local, not dynalite.',
      );
    });

    test('stays with the engine that created the data', () => {
      madeWith('dynamodb-local');
      expect(choice(withJava)).toBe('dynamodb-local');
      expect(choice(withoutJava)).toBe(
        `Only DynamoDB Local can read the data in ${folder}; it does not run here: install Java 17 or later for DynamoDB Local or start with --fresh.`,
      );
      expect(choice({ ...withJava, GRANARY_DYNAMODB: 'embedded' })).toBe(
        `Only DynamoDB Local can read the data in ${folder}: unset GRANARY_DYNAMODB or start with --fresh.`,
      );
    });

    test('never serves data of the embedded engine with DynamoDB Local', () => {
      madeWith('embedded');
      expect(choice(withJava)).toBe(
        here.includes('embedded')
          ? 'embedded'
          : `Only the embedded engine can read the data in ${folder}; it does not run here: install @dynoxide/${platform} or start with --fresh.`,
      );
    });
  });
});

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
