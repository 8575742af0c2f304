import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { runOperator } from '../../../bin/operator/run.ts';
import { compiledCode } from '../../compiled-code.ts';

const program = resolve(import.meta.dirname, '../../../bin/operator.ts');

export interface OperatorRun {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

type Environment = Readonly<Record<string, string>>;

/** Runs the command in a process with this environment only. */
export function spawnOperator(args: readonly string[], environment: Environment): Promise<OperatorRun> {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...compiledCode, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    error += chunk;
  });
  return new Promise((done) => child.on('close', (code) => done({ code, out, error })));
}

/** Runs the command in this process, with this environment in addition to its own. */
export async function operatorInProcess(
  args: readonly string[],
  environment: Environment,
): Promise<OperatorRun> {
  let out = '';
  let error = '';
  Object.assign(process.env, environment);
  const code = await runOperator(args, {
    environment: process.env,
    write: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
  });
  return { code, out, error };
}
