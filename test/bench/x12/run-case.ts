import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { once } from '#x12/values/once.ts';
import { staedi } from './case-names.ts';
import { compileCases } from './compile-cases.ts';
import type { BenchFileKind } from './files.ts';
import { findStaedi } from './staedi.ts';

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
