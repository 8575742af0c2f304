import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { whileLocked } from '#lib/process-lock.ts';
import { contractFiles, digestOfFiles } from '#lib/source-files.ts';
import { compiledCode } from '../../compiled-code.ts';
import type { NagReport } from './nag-report.ts';
import type { TestedSettings } from './tested-settings.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const cache = path.join(root, '.cache/test-assemblies');
const program = path.join(import.meta.dirname, 'write-assemblies.ts');

/** Sources that the templates depend on. */
const sources = [
  'lib/**/*.ts',
  ...contractFiles,
  'test/lib/synthesis/*.ts',
  'package.json',
  'package-lock.json',
];

/**
 * Returns the directory of the synthesized assembly for these settings, with stub functions. A separate process
 * synthesizes all settings once per change of the sources, because the CDK is three times slower inside Jest.
 */
export const assemblyDirectory = (settings: TestedSettings): Promise<string> => written(settings);

/** Directory of the assembly of the default settings that another process has synthesized. */
export const repeatedAssembly = (): Promise<string> => written('repeated');

/** Directory of the assembly of settings in a file, of which the command line overrides `environment`. */
export const overriddenAssembly = (): Promise<string> => written('overridden');

/** Directory of an assembly whose functions were named in place, before their bundles were there. */
export const assemblyInPlace = (): Promise<string> => written('in-place');

/** What cdk-nag finds in the app with the web app, and what the app acknowledges. */
export const nagReportOfApp = async (): Promise<NagReport> =>
  JSON.parse(readFileSync(await written('nag.json'), 'utf8'));

async function written(name: string): Promise<string> {
  const directory = path.join(cache, digestOfFiles(sources, '', 'lib/local/'));
  if (!existsSync(directory)) await whileLocked(path.join(cache, 'lock'), () => write(directory));
  return path.join(directory, name);
}

async function write(directory: string): Promise<void> {
  if (existsSync(directory)) return;
  const draft = path.join(cache, `draft-${process.pid}`);
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const env = { ...process.env, ...compiledCode };
  await promisify(execFile)(process.execPath, [program, draft], { env });
  await promisify(execFile)(process.execPath, [program, draft, 'repeated'], { env });
  renameSync(draft, directory);
}
