import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { startBuildProcess } from '../../build-process.ts';
import { Bundler } from '../../bundling/bundle.ts';
import { digestOfFiles } from '../../source-files.ts';
import type { Synthesize } from '../runtime/local-options.ts';
import { StartError } from '../start-error.ts';

/**
 * All inputs of the templates. The runtime's own files are not part of the app, and the contents of the functions are not part
 * of templates that name them in place.
 */
const sources = ['lib/**/*.ts', 'shared/{contract,x12}/**/*.ts', 'package.json', 'package-lock.json'];

const resultSchema = z.union([z.object({ assemblyDirectory: z.string() }), z.object({ error: z.string() })]);

/**
 * Synthesizes the stacks, unless the last synthesis had the same sources and settings.
 *
 * @throws StartError with the app's own reason
 */
export const synthesizeApp: Synthesize = async (options) => {
  const seed = JSON.stringify([options.context, new Bundler().names]);
  const digest = digestOfFiles(sources, seed, '/lib/local/');
  const digestFile = `${options.outdir}.digest`;
  if (existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) {
    return { assemblyDirectory: options.outdir };
  }
  // Without a digest meanwhile, so that an interrupted synthesis is never reused.
  for (const leftover of [digestFile, options.outdir]) rmSync(leftover, { recursive: true, force: true });
  const program = fileURLToPath(new URL('./synthesis-process.ts', import.meta.url));
  const result = await synthesizeInProcess(program, options);
  writeFileSync(digestFile, digest);
  return result;
};

/**
 * Runs a synthesis in its own process, so that engines start meanwhile and the CDK's memory is freed. The program takes
 * the options as its first message and responds with the directory or an error.
 *
 * @throws StartError with the app's own reason
 */
export async function synthesizeInProcess(
  program: string,
  options: Parameters<Synthesize>[0],
): ReturnType<Synthesize> {
  const { child, ended } = startBuildProcess('The synthesis of the templates', program);
  const responded = once(child, 'message').then(([message]) => resultSchema.parse(message));
  child.send(options, () => {});
  const result = await Promise.race([
    responded,
    ended.then(({ reason }) => ({ error: reason || 'it ended without a result' })),
  ]);
  child.kill('SIGKILL');
  if ('assemblyDirectory' in result) return result;
  throw new StartError(`The app cannot be synthesized: ${result.error}`);
}
