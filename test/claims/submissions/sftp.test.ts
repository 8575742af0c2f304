import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { type OutgoingFile, TransportFailed } from '#claims/clearhouse/transport.ts';
import { currentBundles } from '#lib/bundling/bundle.ts';
import { connectSftp } from '#store/adapters/sftp.ts';
import { leaveOut } from '../../soak.ts';
import { missingServer, type SftpServer, startSftpServer } from './sftp-server.ts';

if (missingServer !== undefined) leaveOut('SFTP', missingServer);

const run = promisify(execFile);

let server: SftpServer;

const file: OutgoingFile = {
  payer_id: 'CO_TXIX',
  file_name: 'tp12345678-837P-20260315120000000-1of1.x12',
  bytes: Buffer.from('ISA*00*'.repeat(1000)),
};

const uploaded = () => readdirSync(server.uploads).toSorted();
const failure = (code: string) => expect.objectContaining({ name: 'TransportFailed', code });

async function connected<T>(
  use: (connection: Awaited<ReturnType<typeof connectSftp>>) => Promise<T>,
): Promise<T> {
  const connection = await connectSftp(server.settings, server.privateKey);
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
}

(missingServer === undefined ? describe : describe.skip)('The SFTP client with a real OpenSSH server', () => {
  beforeAll(async () => {
    server = await startSftpServer();
  });
  afterAll(() => server?.stop());
  afterEach(async () => {
    for (const folder of [server.uploads, server.responses]) {
      for (const name of readdirSync(folder)) rmSync(path.join(folder, name));
    }
  });

  describe('a connection', () => {
    test('accepts the pinned host key and finds both directories', async () => {
      await expect(connected((connection) => connection.check())).resolves.toBeUndefined();
    });

    test('ends before authentication when the host key differs', async () => {
      const settings = { ...server.settings, host_key: server.otherHostKey };
      await expect(connectSftp(settings, server.privateKey)).rejects.toEqual(failure('host_key_refused'));
    });

    test('fails with not_authorized for an unknown key', async () => {
      await expect(connectSftp(server.settings, server.otherKey)).rejects.toEqual(failure('not_authorized'));
    });

    test('fails with a code for a missing key, directory or server', async () => {
      await expect(connectSftp(server.settings, 'secret')).rejects.toEqual(failure('private_key_missing'));
      const nowhere = { ...server.settings, upload_directory: '/nowhere' };
      const connection = await connectSftp(nowhere, server.privateKey);
      await expect(connection.check()).rejects.toEqual(failure('directory_missing'));
      await connection.close();
      const closed = { ...server.settings, port: 1 };
      await expect(connectSftp(closed, server.privateKey)).rejects.toEqual(failure('connection_refused'));
    });

    test('works in a bundle, as in deployed functions', async () => {
      const outdir = mkdtempSync(path.join(tmpdir(), 'granary-bundle-'));
      await currentBundles({ functionsDirectory: path.resolve('test/fixtures/functions'), outdir });
      const bundle = pathToFileURL(path.join(outdir, 'connect-sftp', 'index.mjs')).href;
      const input = JSON.stringify([server.settings, server.privateKey]);
      const script = `const { handler } = await import(${JSON.stringify(bundle)}); console.log(await handler(${input}));`;
      const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script]);
      rmSync(outdir, { recursive: true });
      expect(stdout.trim()).toBe('connected');
    });

    test('reports errors without host, user or path', async () => {
      const nowhere = { ...server.settings, upload_directory: '/nowhere' };
      const connection = await connectSftp(nowhere, server.privateKey);
      const error = await connection.upload(file).catch((reason: unknown) => reason);
      await connection.close();
      expect(error).toBeInstanceOf(TransportFailed);
      expect(String(error)).not.toMatch(/nowhere|127\.0\.0\.1|tp12345678/);
    });
  });

  describe('an upload', () => {
    test('gets its real name after all bytes are written', async () => {
      await connected(async (connection) => {
        await connection.upload(file);
        expect(uploaded()).toEqual([`${file.file_name}.part`]);
        await connection.release(file);
      });
      expect(uploaded()).toEqual([file.file_name]);
      expect(readFileSync(path.join(server.uploads, file.file_name))).toEqual(file.bytes);
    });

    test('overwrites an incomplete earlier upload', async () => {
      writeFileSync(path.join(server.uploads, `${file.file_name}.part`), 'x'.repeat(100_000));
      await connected(async (connection) => {
        await connection.upload(file);
        await connection.release(file);
      });
      expect(statSync(path.join(server.uploads, file.file_name)).size).toBe(file.bytes.length);
    });

    test('is not repeated after the receiver has removed the renamed file', async () => {
      await connected(async (connection) => {
        await connection.upload(file);
        await connection.release(file);
        rmSync(path.join(server.uploads, file.file_name));
        await connection.release(file);
      });
      expect(uploaded()).toEqual([]);
    });

    test('fails when the server stops, leaves only the temporary file, and succeeds later', async () => {
      const large = { ...file, bytes: Buffer.alloc(24 * 1024 * 1024, 'A') };
      const connection = await connectSftp(server.settings, server.privateKey);
      const part = path.join(server.uploads, `${file.file_name}.part`);
      const upload = connection.upload(large);
      upload.catch(() => {});
      while (!existsSync(part) || statSync(part).size === 0)
        await new Promise((resolve) => setTimeout(resolve, 1));
      await server.kill();
      await expect(upload).rejects.toEqual(failure('interrupted'));
      await connection.close();
      expect(statSync(part).size).toBeLessThan(large.bytes.length);
      expect(uploaded()).toEqual([`${file.file_name}.part`]);

      await expect(connectSftp(server.settings, server.privateKey)).rejects.toEqual(
        failure('connection_refused'),
      );
      await server.start();
      await connected(async (again) => {
        await again.upload(large);
        await again.release(large);
      });
      expect(uploaded()).toEqual([file.file_name]);
      expect(statSync(path.join(server.uploads, file.file_name)).size).toBe(large.bytes.length);
    });
  });
});
