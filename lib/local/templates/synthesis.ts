import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { digestOfFiles } from '../../source-files.ts';
import type { Synthesize } from '../runtime/local-options.ts';
import { StartError } from '../start-error.ts';
import { makePrivate } from '../state/data-folder.ts';
import { linkNativeLibraries } from './linked-libraries.ts';

/** All inputs of a synthesis. The runtime's own files are not part of the app. */
const sources = ['lib/**/*.ts', 'functions/**/*.ts', 'shared/**/*', 'package.json', 'package-lock.json'];

const resultSchema = z.union([z.object({ assemblyDirectory: z.string() }), z.object({ error: z.string() })]);

/** Bundles the functions and synthesizes the stacks, unless the last synthesis had the same sources and settings. */
export const synthesizeApp: Synthesize = async (options) => {
  const digest = digestOfFiles(sources, JSON.stringify(options.context), '/lib/local/');
  const digestFile = `${options.outdir}.digest`;
  if (existsSync(digestFile) && readFileSync(digestFile, 'utf8') === digest) {
    linkNativeLibraries(options.outdir);
    return { assemblyDirectory: options.outdir };
  }
  // Without a digest meanwhile, so that an interrupted synthesis is never reused.
  for (const leftover of [digestFile, options.outdir]) rmSync(leftover, { recursive: true, force: true });
  const program = fileURLToPath(new URL('./synthesis-process.ts', import.meta.url));
  const result = await synthesizeInProcess(program, options);
  // Copies of bundles keep the permissions of their originals.
  makePrivate(options.outdir);
  linkNativeLibraries(options.outdir);
  writeFileSync(digestFile, digest);
  return result;
};

/**
 * Runs a synthesis in its own process, so that engines start meanwhile and the CDK's memory is freed. The program takes
 * the options as its first message and responds with the directory or an error.
 * Throws StartError with the app's own reason.
 */
export async function synthesizeInProcess(
  program: string,
  options: Parameters<Synthesize>[0],
): ReturnType<Synthesize> {
  const child = fork(program, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = once(child, 'close').then(() => ({ error: output.trim() || 'it ended without a result' }));
  const responded = once(child, 'message').then(([message]) => resultSchema.parse(message));
  child.send(options, () => {});
  const result = await Promise.race([responded, ended]);
  child.kill('SIGKILL');
  if ('assemblyDirectory' in result) return result;
  throw new StartError(`The app cannot be synthesized: ${result.error}`);
}
