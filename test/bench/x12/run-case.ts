import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path, { join } from 'node:path';
import { buildSync } from 'esbuild';
import { once } from '#x12/values/once.ts';
import { staedi } from './case-names.ts';
import type { BenchFileKind } from './files.ts';
import { findStaedi } from './staedi.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Compiles the cases as the package is compiled, and returns their folder. Users run the package, and Node's own removal of
 * types would take processor time from the first pass. The folder is in the repository, so that the peers are found.
 */
function compileCases(): string {
  const folder = path.join(root, '.cache/x12-bench');
  buildSync({
    entryPoints: { 'bench-case': path.join(import.meta.dirname, 'bench-case.ts') },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    absWorkingDir: root,
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
  });
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}

const compiledCases = once(compileCases);

export interface CaseResult {
  /** Of each pass. The first is cold. */
  readonly seconds: readonly number[];
  readonly peakMegabytes: number;
}

/** Runs a case in a fresh process: one pass, or `passes` and at least 1.5 s. */
export function runCase(
  name: string,
  kind: BenchFileKind,
  path: string,
  passes: number,
  memory: 'small' | 'default' = 'default',
): CaseResult {
  const [program = '', ...args] =
    name === staedi
      ? staediCommand(path, passes)
      : [process.execPath, join(compiledCases(), 'bench-case.js'), name, kind, path, String(passes), memory];
  const output = execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output);
}

function staediCommand(path: string, passes: number): readonly string[] {
  const found = findStaedi();
  if ('leftOut' in found) throw new Error(found.leftOut);
  return [...found.command, path, String(passes)];
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
