import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import type { Synthesize } from '../runtime/local-options.ts';
import { StartError } from '../start-error.ts';
import { makePrivate } from '../state/data-folder.ts';
import { sourceDigest } from './source-digest.ts';

const resultSchema = z.union([z.object({ assemblyDirectory: z.string() }), z.object({ error: z.string() })]);

/**
 * Bundles Granary's functions and synthesizes its stacks, or finds that the last synthesis into this folder was of
 * the same sources and settings.
 */
export const synthesizeApp: Synthesize = async (options) => {
  const digest = sourceDigest(options.context);
  const mark = `${options.outdir}.digest`;
  if (readIfThere(mark) === digest) return { assemblyDirectory: options.outdir };
  // Without the mark while it is written: a synthesis that is cut short must not be taken for a whole one.
  for (const leftover of [mark, options.outdir]) rmSync(leftover, { recursive: true, force: true });
  const program = fileURLToPath(new URL('./synthesis-process.ts', import.meta.url));
  const result = await synthesizeInProcess(program, options);
  // Copies of bundles keep the rights of their originals.
  makePrivate(options.outdir);
  writeFileSync(mark, digest);
  return result;
};

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/**
 * Runs a synthesis in a process of its own, so that engines start meanwhile and the CDK's memory is given back.
 * The program takes the options as its first message and answers with the directory or an error.
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
  const answered = once(child, 'message').then(([message]) => resultSchema.parse(message));
  child.send(options, () => {});
  const result = await Promise.race([answered, ended]);
  child.kill('SIGKILL');
  if ('assemblyDirectory' in result) return result;
  throw new StartError(`The app cannot be synthesized: ${result.error}`);
}
