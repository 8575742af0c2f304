import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A program of the Python package index. */
export interface PythonTool {
  /** Name of its environment below `.cache/`. */
  readonly name: string;
  /** With its version, as pip takes it. */
  readonly requirement: string;
  /** The first Python 3 that it runs on: 10 for 3.10. */
  readonly python: number;
  /** In the `bin` folder of the environment. */
  readonly command: string;
}

/** The tool's command, installed into `.cache/` the first time; undefined where there is no such Python with venv. */
export function installedTool({ name, requirement, python, command }: PythonTool): string | undefined {
  const environment = path.join(root, '.cache', name);
  const program = path.join(environment, 'bin', command);
  // Written last, so that an installation that broke off is made again.
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
