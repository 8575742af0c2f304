import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { once } from '#x12/values/once.ts';
import { compileCases } from './compile-cases.ts';
import type { BenchFileKind } from './files.ts';

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
  const script = join(compiledCases(), 'bench-case.js');
  const output = execFileSync(process.execPath, [script, name, kind, path, String(passes), memory], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(output);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
