import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { cloneProject, type FreshClone, nodePackage } from './install/fresh-clone.ts';
import { type PackageRegistry, startRegistry } from './install/package-registry.ts';

let registry: PackageRegistry;
let lockfile: string;
let clone: FreshClone;

const enginePackage = (platform: string) => {
  const [os, cpu] = platform.split('-');
  return { manifest: { name: `@dynoxide/${platform}`, version: '1.2.1', os: [os], cpu: [cpu] } };
};

beforeAll(async () => {
  registry = await startRegistry();
  registry.publish({ manifest: { name: 'kept-package', version: '1.0.0' } });
  registry.publish({ manifest: { name: 'kept-tool', version: '1.0.0' } });
  registry.publish(nodePackage);
  registry.publish(enginePackage('linux-x64'));
  clone = cloneProject(registry.url);
  const { status, stderr } = await clone.run('npm install --package-lock-only --ignore-scripts');
  expect([status, stderr]).toEqual([0, '']);
  lockfile = readFileSync(lockfileOf(clone), 'utf8');
  clone.remove();
});
afterAll(() => registry.stop());

beforeEach(() => {
  clone = cloneProject(registry.url);
  writeFileSync(lockfileOf(clone), lockfile);
  registry.takeRequests();
});
afterEach(() => clone.remove());

const lockfileOf = ({ folder }: FreshClone) => path.join(folder, 'package-lock.json');
const packages = () =>
  readdirSync(path.join(clone.folder, 'node_modules')).filter((name) => !/^\./.test(name));
const isThere = (name: string) => existsSync(path.join(clone.folder, 'node_modules', name));
const start = (options?: Parameters<FreshClone['run']>[1]) => clone.run('npm start', options);

describe('Node', () => {
  test('the npm package runs the scripts, and a second start installs nothing', async () => {
    clone.setSystemNode('old');
    const first = await start({ platform: 'linux-x64' });
    expect(first.stderr).toBe('Installing dependencies (npm ci)…\n');
    expect(first.stdout).toMatch(/the npm package\n$/);
    expect(packages()).toEqual(['@dynoxide', 'kept-package', 'node']);
    registry.takeRequests();
    const second = await start({ platform: 'linux-x64' });
    expect([second.status, second.stderr, registry.takeRequests()]).toEqual([0, '', []]);
  });

  test.each(['missing', 'broken'])(
    'uses a recent system Node instead of a %s package, and reports an old one in one sentence',
    async (state) => {
      const variables = { NODE_PACKAGE: state };
      const recent = await start({ platform: 'linux-x64', variables });
      expect(recent.stdout).toMatch(/the system node\n$/);
      expect(recent.status).toBe(0);
      expect(isThere('kept-package')).toBe(true);
      expect(isThere('.bin/node')).toBe(false);
      clone.setSystemNode('old');
      const { status, stderr } = await start({ platform: 'linux-x64', variables });
      expect(stderr).toContain(
        'npm has no Node for linux-x64 and node is v20.20.2: install Node 24 or later.\n',
      );
      expect(status).toBe(1);
    },
    60_000,
  );

  test('npm ci removes a Node package that does not run', async () => {
    const { status } = await clone.run('npm ci', { variables: { NODE_PACKAGE: 'broken' } });
    expect(status).toBe(0);
    const { stdout } = await start();
    expect(stdout).toMatch(/the system node\n$/);
  });
});

describe('the DynamoDB engine of another platform', () => {
  const platform = 'darwin-arm64';
  afterEach(() => registry.remove(`@dynoxide/${platform}`));

  test('is installed beside the existing packages', async () => {
    registry.publish(enginePackage(platform));
    const { status, stdout } = await start({ platform });
    expect(stdout).toMatch(/the npm package\n$/);
    expect(status).toBe(0);
    expect(packages()).toEqual(['@dynoxide', 'kept-package', 'node']);
    expect(readdirSync(path.join(clone.folder, 'node_modules/@dynoxide'))).toEqual([platform]);
    registry.takeRequests();
    expect((await start({ platform })).stderr).toBe('');
    expect(registry.takeRequests()).toEqual([]);
  });

  test('is optional, and tried once per lockfile', async () => {
    const first = await start({ platform });
    expect(first.stderr).toContain(`Trying the DynamoDB engine for ${platform}…\n`);
    expect([first.status, packages()]).toEqual([0, ['kept-package', 'node']]);
    expect(registry.takeRequests()).toContain(`@dynoxide/${platform}`);
    expect((await start({ platform })).stderr).toBe('');
    expect(registry.takeRequests()).toEqual([]);

    writeFileSync(lockfileOf(clone), `${lockfile}\n`);
    await start({ platform });
    expect(registry.takeRequests()).toContain(`@dynoxide/${platform}`);
  });
});

describe('two scripts at once', () => {
  const lock = () => path.join(clone.folder, '.cache/install.lock');
  const holdLock = (pid: number) => {
    mkdirSync(path.dirname(lock()));
    writeFileSync(lock(), String(pid));
  };

  test('install a fresh clone once', async () => {
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ status, stdout }) => [status, stdout.split('\n').at(-2)])).toEqual(
      Array(2).fill([0, 'the npm package']),
    );
    const messages = both.map(({ stderr }) => stderr).join('');
    expect(messages.match(/^Installing dependencies/gm)).toHaveLength(1);
    expect(registry.takeRequests().filter((asked) => asked === 'kept-package.tgz')).toHaveLength(1);
    expect(existsSync(lock())).toBe(false);
  });

  test('wait for the script that installs', async () => {
    holdLock(process.pid);
    const messages = path.join(clone.folder, 'messages.txt');
    const waiting = clone.run(`npm start 2> ${messages}`);
    const expected = `Waiting for process ${process.pid} to install the dependencies…\n`;
    while (!existsSync(messages) || !readFileSync(messages, 'utf8').startsWith(expected)) await delay(20);
    expect(isThere('')).toBe(false);
    rmSync(lock());
    expect((await waiting).status).toBe(0);
    expect(isThere('kept-package')).toBe(true);
  });

  test('do not wait for a script that was killed while it installed', async () => {
    holdLock(2 ** 30);
    const { status, stderr } = await start();
    expect([status, stderr]).toEqual([0, 'Installing dependencies (npm ci)…\n']);
    expect(readdirSync(path.dirname(lock()))).toEqual([]);
  });
});

test('refuses to install through links to everything, or a link to node_modules alone', async () => {
  await start();
  registry.takeRequests();
  writeFileSync(path.join(clone.folder, 'package-lock.json'), '\n', { flag: 'a' });
  const linked = `${clone.folder}-linked`;
  mkdirSync(linked);
  for (const name of readdirSync(clone.folder)) {
    symlinkSync(path.join(clone.folder, name), path.join(linked, name));
  }
  const expectRefusal = async () => {
    const { status, stderr } = await clone.run(`cd ${linked} && npm start`);
    expect([status, stderr]).toEqual([
      1,
      `node_modules is a symbolic link and older than the lockfile: run npm ci in ${realpathSync(clone.folder)}.\n`,
    ]);
  };
  await expectRefusal();
  rmSync(path.join(linked, 'bin'));
  cpSync(path.join(clone.folder, 'bin'), path.join(linked, 'bin'), { recursive: true });
  await expectRefusal();
  expect(packages()).toContain('kept-package');
  expect(registry.takeRequests()).toEqual([]);
});

test('npm ci succeeds with only the manifest and the lockfile', async () => {
  rmSync(path.join(clone.folder, 'bin'), { recursive: true });
  const { status } = await clone.run('npm ci');
  expect([status, isThere('kept-package')]).toEqual([0, true]);
});

test('NODE_ENV=production installs all packages that the scripts need', async () => {
  const manifest = path.join(clone.folder, 'package.json');
  const content = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...content, devDependencies: { 'kept-tool': '1.0.0' } }));
  await clone.run('npm install --package-lock-only --ignore-scripts');
  const { status } = await start({ variables: { NODE_ENV: 'production' } });
  expect([status, isThere('kept-tool')]).toEqual([0, true]);
});

test('refuses Windows before it installs anything', async () => {
  const { status, stderr } = await clone.run('node bin/install.mjs', { platform: 'win32-x64' });
  expect([status, stderr]).toEqual([
    1,
    'Granary does not run on Windows itself; use WSL, which `wsl --install` sets up.\n',
  ]);
  expect(isThere('')).toBe(false);
  expect(registry.takeRequests()).toEqual([]);
});
