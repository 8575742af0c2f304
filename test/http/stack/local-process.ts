import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledCode } from '../../compiled-code.ts';
import type { Stack } from './api-client.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A running `npm start`, as its own process. */
export interface LocalProcess {
  readonly stack: Stack;
  readonly process: ChildProcess;
  /** All that it printed so far. */
  output(): string;
  /** Stops it as Ctrl-C does; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Kills it as the kernel would: nothing can be tidied up. */
  kill(): Promise<void>;
}

interface StartOptions {
  readonly dataFolder: string;
  /** A free one if absent. */
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
}

/** An empty data folder of its own; remove it with {@link removeFolder}. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'granary-test-'));

export const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Runs what `npm start` runs and waits until it is ready. */
export async function startLocalProcess(options: StartOptions): Promise<LocalProcess> {
  const child = spawn(process.execPath, ['bin/local.ts', ...(options.flags ?? [])], {
    cwd: root,
    env: {
      ...process.env,
      ...compiledCode,
      NODE_OPTIONS: '',
      PORT: String(options.port ?? 0),
      GRANARY_DATA: options.dataFolder,
      ...options.environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const stack = await ready(child, options, () => output).catch((error) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    stack,
    process: child,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function ready(child: ChildProcess, options: StartOptions, output: () => string): Promise<Stack> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output()}`);
    if (Date.now() > deadline) throw new Error(`npm start was not ready in 3 minutes:\n${output()}`);
    const description = readDescription(options.dataFolder);
    if (description && description.pid === child.pid && (await answers(description.baseUrl)))
      return description;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function readDescription(folder: string): (Stack & { pid: number }) | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'local.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

const answers = (baseUrl: string) =>
  fetch(`${baseUrl}/api/v1`).then(
    ({ ok }) => ok,
    () => false,
  );
