import { type ChildProcess, execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { configurationKey } from '#claims/configuration/configuration.ts';
import type { SftpSettings } from '#claims/configuration/contract.ts';
import { defaultConfiguration } from '#claims/configuration/default-configuration.ts';
import { ControlPlane } from '#lib/local/control-plane/server.ts';
import { listen } from '#lib/local/http/http-server.ts';
import { Secrets } from '#lib/local/secrets-manager/secrets.ts';
import { secretsManager } from '#lib/local/secrets-manager/secrets-manager.ts';
import { DataFolder } from '#lib/local/state/data-folder.ts';
import { connectSftp } from '#store/adapters/sftp.ts';
import { eventOf, functionsOn } from '#test/claims/invoke.ts';
import { type LocalStores, startLocalStores } from '#test/claims/local-stores.ts';
import { compiledCode } from '#test/compiled-code.ts';
import { leaveOut } from '#test/soak.ts';
import { missingServer, type SftpServer, startSftpServer } from './sftp-server.ts';

if (missingServer !== undefined) leaveOut('SFTP', missingServer);

const folder = mkdtempSync(path.join(tmpdir(), 'granary-connection-'));
// The server's user must have access to the disk mounted below.
chmodSync(folder, 0o755);
const controlPlane = new ControlPlane();
const instances: ChildProcess[] = [];
let server: SftpServer;
let stores: LocalStores;
let call: ReturnType<typeof functionsOn>;
let secrets: Secrets;

const arn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:';
const admin = { roles: ['admin'] } as const;

/** Puts the SFTP block into the configuration file and reloads it. */
async function configure(changes: Partial<SftpSettings> = {}): Promise<void> {
  const block = JSON.stringify({ ...server.settings, ...changes });
  const text = defaultConfiguration.replace('transport: stub', `transport: sftp\n  sftp: ${block}`);
  await stores.put(configurationKey, text);
  expect((await call('reload-config', { ...admin, body: {} })).status).toBe(200);
}

function storeKey(secretString: string): void {
  const secret = secrets.find('clearinghouse-key');
  if (secret === undefined) secrets.create({ arn: `${arn}key`, name: 'clearinghouse-key' }, { secretString });
  else secrets.put(secret, secretString, ['AWSCURRENT']);
}

const tried = async (): Promise<Record<string, unknown>> => {
  const { status, body } = await call('test-connection', { ...admin, body: {} });
  expect(status).toBe(200);
  const { transport, duration_ms, ...outcome } = body.data;
  expect(transport).toBe('sftp');
  return outcome;
};

/** True if this machine allows the test to mount a disk of 64 kB. */
const canMount =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', '/mnt']).status === 0;
if (missingServer === undefined && !canMount) leaveOut('a full disk', 'mounting one needs root on Linux');

(missingServer === undefined ? describe : describe.skip)('A connection to a real OpenSSH server', () => {
  beforeAll(async () => {
    server = await startSftpServer({ unprivileged: true });
    secrets = new Secrets(DataFolder.take(path.join(folder, 'data')));
    controlPlane.serve({ targets: { secretsmanager: secretsManager(secrets) }, routes: [] });
    const endpoint = await listen(controlPlane.server, 0);
    const local = await startLocalStores({ migrated: true });
    const environment = { ...local.environment, AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint };
    stores = { ...local, environment };
    call = functionsOn(stores);
  });
  afterAll(async () => {
    for (const instance of instances) instance.kill('SIGKILL');
    controlPlane.server.closeAllConnections();
    controlPlane.server.close();
    await server?.stop();
    await stores?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('requires a secret with a private key without a passphrase', async () => {
    await configure();
    expect(await tried()).toEqual({
      ok: false,
      code: 'secret_unreadable',
      message: 'The secret with the private key cannot be read; check its permissions',
    });
    storeKey('J7x?9 random text as a deployment makes it');
    expect(await tried()).toMatchObject({ ok: false, code: 'private_key_missing' });
    const file = path.join(folder, 'with-passphrase');
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', 'a passphrase', '-f', file]);
    storeKey(readFileSync(file, 'utf8'));
    expect(await tried()).toMatchObject({ ok: false, code: 'private_key_encrypted' });
    storeKey(server.otherKey);
    expect(await tried()).toEqual({
      ok: false,
      code: 'not_authorized',
      message: 'The server refuses the user name or the key; check both',
    });
    storeKey(server.privateKey);
    expect(await tried()).toEqual({ ok: true });
    expect(readdirSync(server.uploads)).toEqual([]);
  });

  test('shows a host key that differs from the configured one', async () => {
    await configure({ host_key: server.otherHostKey });
    expect(await tried()).toEqual({
      ok: false,
      code: 'host_key_refused',
      message: 'The host key of the server differs from host_key; check both',
      host_key: server.settings.host_key,
    });
  });

  test('reports the cause of a failure of host or port', async () => {
    await configure({ port: 1 });
    expect(await tried()).toMatchObject({ ok: false, code: 'connection_refused' });
    await configure({ host: 'no-such-host.invalid' });
    expect(await tried()).toMatchObject({ ok: false, code: 'host_unknown' });
    const web = await serverThat((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await configure({ port: (web.address() as AddressInfo).port });
    expect(await tried()).toMatchObject({ ok: false, code: 'not_ssh' });
    web.close();
  });

  test('reports an unknown user', async () => {
    await configure({ username: 'nobody-of-that-name' });
    expect(await tried()).toMatchObject({ ok: false, code: 'not_authorized' });
  });

  test('names a directory that is missing or not permitted', async () => {
    await configure({ upload_directory: '/nowhere' });
    expect(await tried()).toEqual({
      ok: false,
      code: 'directory_missing',
      message: 'upload_directory: The directory does not exist on the server',
    });
    await configure({ response_directory: '/nowhere' });
    expect(await tried()).toMatchObject({
      code: 'directory_missing',
      message: expect.stringMatching(/^response_directory: /),
    });
    await configure();
    chmodSync(server.uploads, 0o555);
    expect(await tried()).toEqual({
      ok: false,
      code: 'permission_denied',
      message: 'upload_directory: The server denies permission',
    });
    chmodSync(server.uploads, 0o777);
    chmodSync(server.responses, 0o000);
    expect(await tried()).toMatchObject({
      code: 'permission_denied',
      message: 'response_directory: The server denies permission',
    });
    chmodSync(server.responses, 0o777);
  });

  (canMount ? test : test.skip)('names a full disk, before and while a file is sent', async () => {
    const disk = path.join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=777', 'tmpfs', disk]);
    try {
      const connection = await connectSftp({ ...server.settings, upload_directory: disk }, server.privateKey);
      const bytes = Buffer.alloc(200_000, 'A');
      const upload = connection.upload({ payer_id: 'CO_TXIX', file_name: 'large.x12', bytes });
      await expect(upload).rejects.toMatchObject({ code: 'disk_full' });
      await connection.close();
      await configure({ upload_directory: disk });
      expect(await tried()).toEqual({
        ok: false,
        code: 'disk_full',
        message: 'upload_directory: The disk of the server is full',
      });
    } finally {
      execFileSync('umount', ['-l', disk]);
    }
  });

  test('uses the new settings in every instance right after a reload', async () => {
    await configure();
    instances.push(...Array.from({ length: 3 }, startInstance));
    await Promise.all(instances.map((instance) => once(instance, 'message')));
    const all = () => Promise.all(instances.map(askInstance));
    expect(await all()).toEqual([true, true, true].map((ok) => expect.objectContaining({ ok })));
    await configure({ port: 1 });
    const refused = expect.objectContaining({ ok: false, code: 'connection_refused' });
    expect(await all()).toEqual([refused, refused, refused]);
    await configure();
    expect(await all()).toEqual([true, true, true].map((ok) => expect.objectContaining({ ok })));
  });
});

async function serverThat(answer: (socket: { end(text: string): void }) => void): Promise<Server> {
  const made = createServer(answer).listen(0, '127.0.0.1');
  await once(made, 'listening');
  return made;
}

function startInstance(): ChildProcess {
  return fork(fileURLToPath(new URL('./connection-process.ts', import.meta.url)), [], {
    env: {
      ...process.env,
      ...stores.environment,
      ...compiledCode,
      NODE_OPTIONS: '',
      POWERTOOLS_DEV: 'false',
      AWS_LAMBDA_LOG_LEVEL: 'ERROR',
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

async function askInstance(instance: ChildProcess): Promise<unknown> {
  const reply = once(instance, 'message');
  instance.send(eventOf({ ...admin, body: {} }));
  const [{ body }] = (await reply) as [APIGatewayProxyResult];
  return JSON.parse(body).data;
}
