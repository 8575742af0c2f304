import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SftpSettings } from '#claims/configuration/contract.ts';

const sshd = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/usr/local/bin/sshd'].find(existsSync);

/** Why the tests with a real OpenSSH server cannot run here; undefined when they can. */
export const missingServer =
  sshd === undefined ? 'OpenSSH server is not installed (Debian package openssh-server)' : undefined;

const isRoot = process.getuid?.() === 0;

/** A real OpenSSH server with a new host key. Serves only SFTP, to one user key. */
export interface SftpServer {
  readonly settings: SftpSettings;
  /** Files of a key that the server accepts, and of one that it does not know. */
  readonly privateKey: string;
  readonly otherKey: string;
  /** Fingerprint of another host key. */
  readonly otherHostKey: string;
  readonly uploads: string;
  readonly responses: string;
  /** Kills the server and every session of it, as a power cut does. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * @param options.unprivileged logs in as `nobody` when the tests run as root, because root can read every file
 */
export async function startSftpServer({ unprivileged = false } = {}): Promise<SftpServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-sftp-'));
  chmodSync(folder, 0o755);
  const [uploads, responses] = ['to-payer', 'from-payer'].map((name) => path.join(folder, name));
  if (uploads === undefined || responses === undefined) throw new Error('No directories');
  for (const directory of [uploads, responses]) {
    mkdirSync(directory);
    chmodSync(directory, 0o777);
  }
  const key = (name: string) => {
    const file = path.join(folder, name);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
    return file;
  };
  const [host, user, otherUser, otherHost] = ['host', 'user', 'other-user', 'other-host'].map(key);
  if (!host || !user || !otherUser || !otherHost) throw new Error('No keys');
  writeFileSync(path.join(folder, 'authorized_keys'), readFileSync(`${user}.pub`));
  const port = await freePort();
  const configuration = path.join(folder, 'sshd_config');
  writeFileSync(configuration, configurationOf(folder, host, port));
  // Debian's sshd requires this directory even if it does not run as a service.
  if (process.platform === 'linux' && isRoot) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });

  let server: ChildProcess | undefined;
  const start = async () => {
    server = spawn(sshd ?? '', ['-D', '-e', '-f', configuration], { stdio: 'ignore', detached: true });
    process.once('exit', () => killGroup(server));
    await untilListening(port, server);
  };
  const kill = async () => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    killSessions(server.pid ?? 0);
    killGroup(server);
    await ended;
  };
  await start();
  return {
    settings: {
      host: '127.0.0.1',
      port,
      username: unprivileged && isRoot ? 'nobody' : userInfo().username,
      host_key: fingerprintOf(host),
      upload_directory: uploads,
      response_directory: responses,
      delete_after_pickup: false,
    },
    privateKey: readFileSync(user, 'utf8'),
    otherKey: readFileSync(otherUser, 'utf8'),
    otherHostKey: fingerprintOf(otherHost),
    uploads,
    responses,
    kill,
    start,
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configurationOf = (folder: string, hostKey: string, port: number) =>
  [
    'ListenAddress 127.0.0.1',
    `Port ${port}`,
    `HostKey ${hostKey}`,
    `PidFile ${path.join(folder, 'sshd.pid')}`,
    `AuthorizedKeysFile ${path.join(folder, 'authorized_keys')}`,
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin prohibit-password',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'Subsystem sftp internal-sftp',
    'ForceCommand internal-sftp',
    '',
  ].join('\n');

/** `256 SHA256:… comment (ED25519)`. */
const fingerprintOf = (file: string): string =>
  execFileSync('ssh-keygen', ['-lf', `${file}.pub`], { encoding: 'utf8' }).split(' ')[1] ?? '';

function killGroup(server: ChildProcess | undefined): void {
  if (server?.pid === undefined) return;
  try {
    process.kill(-server.pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Returns the descendants of the server. Sessions leave its process group. */
function killSessions(pid: number): void {
  const { stdout = '' } = spawnSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' });
  const processes = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const under = (parent: number): number[] =>
    processes.flatMap(([id = 0, of]) => (of === parent ? [id, ...under(id)] : []));
  for (const id of under(pid)) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}

async function untilListening(port: number, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 500 && server.exitCode === null; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await delay(20);
  }
  throw new Error('The OpenSSH server did not start');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port');
  return address.port;
}
