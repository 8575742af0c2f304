import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { whileLocked } from '#lib/process-lock.ts';
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
  if (!existsSync(directory)) await whileLocked(path.join(cache, 'lock'), () => write(directory));
  return path.join(directory, settings);
}

/** Directory of the bundles that the assemblies were synthesized with. */
export const stubBundles = async (): Promise<string> =>
  path.join(await assemblyDirectory('defaults'), '../bundles');

/** Directory of the web app that the assemblies were synthesized with. */
export const stubWebApp = async (): Promise<string> =>
  path.join(await assemblyDirectory('defaults'), '../web-app');

async function write(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const draft = path.join(cache, `draft-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await promisify(execFile)(process.execPath, [program, draft], {
    env: { ...process.env, ...compiledCode },
  });
  renameSync(draft, directory);
}
