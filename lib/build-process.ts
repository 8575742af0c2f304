import { type ChildProcess, fork } from 'node:child_process';

/** What to do about a build that the system ended. */
const memoryHint = 'most likely because memory was short: close other programs, and try again';

/**
 * V8 lets the space of new objects grow to 64 MB before it collects them. A build makes millions of short-lived objects; with
 * 8 MB its process is a hundred megabytes smaller and as fast.
 */
const smallYoungGeneration = '--max-semi-space-size=4';

/** A program that builds something in a process, so that its memory is freed afterwards. It ends with its parent. */
export interface BuildProcess {
  readonly child: ChildProcess;
  /** Resolves with the reason when the process has ended: its output, or the signal. Never rejects. */
  readonly ended: Promise<{ readonly code: number | null; readonly reason: string }>;
}

/**
 * @param program path of a TypeScript module
 * @param what is built, to start a sentence: `The web app`
 */
export function startBuildProcess(
  what: string,
  program: string,
  { arguments: arguments_ = [], environment = process.env }: BuildProcessOptions = {},
): BuildProcess {
  const child = fork(program, arguments_, {
    execArgv: ['--disable-warning=ExperimentalWarning', smallYoungGeneration],
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<{ code: number | null; reason: string }>((resolve) => {
    child.once('error', (error) => resolve({ code: null, reason: error.message }));
    child.once('close', (code, signal) => {
      resolve({ code, reason: endedForMemory(signal, output) ? killed(what) : output.trim() });
    });
  });
  return { child, ended };
}

interface BuildProcessOptions {
  readonly arguments?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** Whether the kernel ended a process, or V8 did because its heap was full. */
const endedForMemory = (signal: NodeJS.Signals | null, output: string): boolean =>
  signal === 'SIGKILL' || output.includes('JavaScript heap out of memory');

/** The sentence about a build that the system ended. */
export const killed = (what: string): string => `${what} was ended by the system, ${memoryHint}`;
