import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exchangeFiles } from '#claims/clearhouse/exchange-files.ts';
import { exchangePorts, lastVisit } from '#claims/clearhouse/exchange-store.ts';
import type { SubmissionPorts } from '#claims/clearhouse/submission-ports.ts';
import { submissionPorts } from '#claims/clearhouse/submission-store.ts';
import type { Clearinghouse } from '#claims/configuration/contract.ts';
import { connectSftp, type SftpConnection } from '#store/adapters/sftp.ts';
import { functionsOn } from '#test/claims/invoke.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { leaveOut } from '#test/soak.ts';
import { missingServer, type SftpServer, startSftpServer } from './sftp-server.ts';

if (missingServer !== undefined) leaveOut('SFTP', missingServer);

let server: SftpServer;
let stores: LocalStores;
let ports: SubmissionPorts;

(missingServer === undefined ? describe : describe.skip)('Bad files on a real OpenSSH server', () => {
  beforeAll(async () => {
    server = await startSftpServer({ unprivileged: true });
    stores = await startLocalStores({ migrated: true });
    const found = await submissionPorts(stores, {
      keySecret: 'clearinghouse-key',
      stagingDirectory: undefined,
      newId: () => crypto.randomUUID(),
    });
    const clearinghouse: Clearinghouse = {
      ...found.configuration.clearinghouse,
      transport: 'sftp',
      sftp: server.settings,
    };
    ports = { ...found, configuration: { ...found.configuration, clearinghouse } };
  });
  afterAll(async () => {
    await server?.stop();
    await stores?.stop();
  });

  const responses = (name: string) => path.join(server.responses, name);
  const put = (name: string, text: string) => writeFileSync(responses(name), text);
  const visit = (spoil: (connection: SftpConnection) => void = () => {}) =>
    exchangeFiles({
      ...exchangePorts(stores, ports, async () => {
        const connection = await connectSftp(server.settings, server.privateKey);
        spoil(connection);
        return connection;
      }),
      beginVisit: async () => true,
    });

  test('are passed over with their reasons, and later responses are taken', async () => {
    put('a-empty.x12', '');
    put('b-unreadable.x12', 'ISA*2');
    chmodSync(responses('b-unreadable.x12'), 0o000);
    put('c-vanishing.x12', 'ISA*3');
    put('d-oversized.x12', '');
    truncateSync(responses('d-oversized.x12'), 101 * 1024 * 1024);
    mkdirSync(responses('e-directory.x12'));
    symlinkSync('/nowhere', responses('f-link.x12'));
    writeFileSync(Buffer.from(responses('g-\xff\xfe.x12'), 'latin1'), 'ISA*7');
    put('h h$.x12', 'ISA*8');
    put('z-sound.x12', 'ISA*9');

    expect(await visit()).toMatchObject({ visit: { taken: 0, waiting: 5, passed_over_count: 2 } });
    // Listed, but removed before it is read.
    const second = await visit((connection) => {
      const list = connection.list.bind(connection);
      Object.assign(connection, {
        list: async () => {
          const offered = await list();
          unlinkSync(responses('c-vanishing.x12'));
          return offered;
        },
      });
    });
    const { visit: seen } = second;
    expect(Object.fromEntries((seen?.passed_over ?? []).map(({ name, code }) => [name, code]))).toEqual({
      'a-empty.x12': 'empty',
      'b-unreadable.x12': 'permission_denied',
      'c-vanishing.x12': 'file_missing',
      'd-oversized.x12': 'too_large',
      'g-\uFFFD\uFFFD.x12': 'unusable_name',
    });
    expect(seen).toMatchObject({ taken: 2, waiting: 0, passed_over_count: 5 });
    expect(seen).not.toHaveProperty('error');
    expect(await stores.keys('inbox/clearinghouse/')).toEqual([
      'inbox/clearinghouse/h_h_.x12',
      'inbox/clearinghouse/z-sound.x12',
    ]);
    expect(await lastVisit(stores.claims)).toEqual(seen);
  });

  test('are shown by GET /api/clearhouse', async () => {
    const { status, body } = await functionsOn(stores)('get-clearhouse');
    expect(status).toBe(200);
    expect(body.data.last_visit).toMatchObject({ taken: 2, passed_over_count: 5 });
    expect(body.data.last_visit.passed_over).toContainEqual({
      name: 'a-empty.x12',
      size: 0,
      code: 'empty',
      message: 'The file is empty',
    });
  });

  test('are taken once they are fixed', async () => {
    put('a-empty.x12', 'ISA*1');
    chmodSync(responses('b-unreadable.x12'), 0o644);
    await visit();
    const { visit: seen } = await visit();
    expect(seen).toMatchObject({ taken: 1, passed_over_count: 2 });
    expect(await stores.read('inbox/clearinghouse/a-empty.x12')).toBe('ISA*1');
    expect(await stores.read('inbox/clearinghouse/b-unreadable.x12')).toBe('ISA*2');
  });

  test('are recorded as a failed visit when the server is down', async () => {
    rmSync(server.responses, { recursive: true });
    expect(await visit()).toMatchObject({
      visit: {
        taken: 0,
        error: {
          code: 'directory_missing',
          message: 'response_directory: The directory does not exist on the server',
        },
      },
    });
    await server.kill();
    await visit();
    expect(await lastVisit(stores.claims)).toMatchObject({ error: { code: 'connection_refused' } });
  });
});
