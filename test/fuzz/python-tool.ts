import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A program that pip installs. */
export interface PythonTool {
  /** Name of its environment below `.cache/`. */
  readonly name: string;
  /** pip requirements with versions. */
  readonly requirement: string | readonly string[];
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
  const interpreter = findPython(python);
  if (interpreter === undefined) return undefined;
  run(interpreter, ['-m', 'venv', '--clear', environment]);
  const install = ['install', '--quiet', '--disable-pip-version-check', ...[requirement].flat()];
  run(path.join(environment, 'bin/pip'), install);
  run(path.join(environment, 'bin/python'), [
    '-c',
    `open(${JSON.stringify(path.join(environment, 'installed'))}, 'w')`,
  ]);
  return program;
}

/** Finds a Python with this minor version or a later one: the one on the PATH, or the latest that pyenv has. */
function findPython(minor: number): string | undefined {
  const check = `import sys, venv, ensurepip; sys.exit(sys.version_info < (3, ${minor}))`;
  const versions = path.join(process.env['PYENV_ROOT'] ?? path.join(homedir(), '.pyenv'), 'versions');
  const ofPyenv = globSync(`${versions}/3.*/bin/python3`).toSorted((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  );
  return ['python3', ...ofPyenv].find((python) => spawnSync(python, ['-c', check]).status === 0);
}

function run(program: string, flags: readonly string[]): void {
  const { status } = spawnSync(program, flags, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${program} ${flags.join(' ')} failed`);
}
