import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

/** An empty project into which the packed engine is installed. */
export interface InstalledEngine {
  readonly folder: string;
  remove(): void;
}

/** Packs `granary-x12` and installs it with npm into a new project, without a registry. */
export function installEngine(): InstalledEngine {
  const folder = mkdtempSync(join(tmpdir(), 'granary-x12-user-'));
  const packed = execFileSync(process.execPath, ['bin/x12-pack.ts', '--destination', folder], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', packed], {
    cwd: folder,
    encoding: 'utf8',
  });
  // The examples of the page read a file of the repository.
  mkdirSync(join(folder, 'docs'));
  symlinkSync(join(root, 'docs/x12-claims.json'), join(folder, 'docs/x12-claims.json'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Every Node of this machine from version 20 on, by version: the one that runs the tests and those on the PATH. */
export function installedNodes(): ReadonlyMap<string, string> {
  const programs = (process.env['PATH'] ?? '').split(delimiter).map((place) => join(place, 'node'));
  const found = new Map([[process.version, process.execPath]]);
  for (const program of programs) {
    const version = versionOf(program);
    if (version !== undefined && Number(/^v(\d+)/.exec(version)?.[1]) >= 20) found.set(version, program);
  }
  return found;
}

function versionOf(program: string): string | undefined {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch {
    return undefined;
  }
}
