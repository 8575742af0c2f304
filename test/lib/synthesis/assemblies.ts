import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { digestOfFiles } from '#lib/source-files.ts';
import { compiledCode } from '../../compiled-code.ts';
import type { TestedSettings } from './tested-settings.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cache = path.join(root, '.cache/test-assemblies');
const program = path.join(import.meta.dirname, 'write-assemblies.ts');

/** Sources that the templates depend on. */
const sources = [
  'lib/**/*.ts',
  'shared/contract/**/*.ts',
  'test/lib/synthesis/*.ts',
  'package.json',
  'package-lock.json',
];

/**
 * Returns the directory of the synthesized assembly for these settings, with stub functions. A separate process
 * synthesizes all settings once per change of the sources, because the CDK is three times slower inside Jest.
 */
export async function assemblyDirectory(settings: TestedSettings): Promise<string> {
  const directory = path.join(cache, digestOfFiles(sources, '', 'lib/local/'));
  while (!existsSync(directory)) {
    if (lock()) await write(directory);
    else await delay(100);
  }
  return path.join(directory, settings);
}

/** Directory of the bundles that the assemblies were synthesized with. */
export const stubBundles = async (): Promise<string> =>
  path.join(await assemblyDirectory('defaults'), '../bundles');

/** Directory of the web app that the assemblies were synthesized with. */
export const stubWebApp = async (): Promise<string> =>
  path.join(await assemblyDirectory('defaults'), '../web-app');

async function write(directory: string): Promise<void> {
  try {
    if (existsSync(directory)) return;
    const draft = path.join(cache, `draft-${process.pid}`);
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true });
    await promisify(execFile)(process.execPath, [program, draft], {
      env: { ...process.env, ...compiledCode },
    });
    renameSync(draft, directory);
  } finally {
    rmSync(lockFile, { force: true });
  }
}

const lockFile = path.join(cache, 'lock');

/** Takes the lock of the cache, also from a process that has ended. */
function lock(): boolean {
  mkdirSync(cache, { recursive: true });
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isRunning(Number(existsSync(lockFile) && readFileSync(lockFile, 'utf8'))))
      rmSync(lockFile, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    // Signal 0 tests whether the process exists.
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
