import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A program that pip installs. */
export interface PythonTool {
  /** Name of its environment below `.cache/`. */
  readonly name: string;
  /** pip requirement with version. */
  readonly requirement: string;
  /** Minimum minor version of Python 3: 10 for 3.10. */
  readonly python: number;
  /** Command in the `bin` folder of the environment. */
  readonly command: string;
}

/** Installs the tool into `.cache/` once and returns its command; undefined without a suitable Python with venv. */
export function installedTool({ name, requirement, python, command }: PythonTool): string | undefined {
  const environment = path.join(root, '.cache', name);
  const program = path.join(environment, 'bin', command);
  // The marker is written last, so an interrupted installation runs again.
  if (existsSync(path.join(environment, 'installed')) && existsSync(program)) return program;
  const check = `import sys, venv, ensurepip; sys.exit(sys.version_info < (3, ${python}))`;
  if (spawnSync('python3', ['-c', check]).status !== 0) return undefined;
  run('python3', ['-m', 'venv', '--clear', environment]);
  run(path.join(environment, 'bin/pip'), ['install', '--quiet', '--disable-pip-version-check', requirement]);
  run(path.join(environment, 'bin/python'), [
    '-c',
    `open(${JSON.stringify(path.join(environment, 'installed'))}, 'w')`,
  ]);
  return program;
}

function run(program: string, flags: readonly string[]): void {
  const { status } = spawnSync(program, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${flags.join(' ')} failed`);
}
