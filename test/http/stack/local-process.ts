import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentBundles } from '#lib/bundling/bundle.ts';
import { compiledCode } from '../../compiled-code.ts';
import type { Stack } from './api-client.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A running `npm start` process. */
export interface LocalProcess {
  readonly stack: Stack;
  readonly process: ChildProcess;
  /** Its output so far. */
  output(): string;
  /** Stops it like Ctrl-C; resolves with its exit code. */
  stop(): Promise<number | null>;
  /** Kills it with SIGKILL. */
  kill(): Promise<void>;
}

interface StartOptions {
  readonly dataFolder: string;
  /** A free port if absent. */
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  /** Builds and serves the web app too. */
  readonly web?: boolean;
}

/** Creates an empty data folder; remove it with {@link removeFolder}. */
export const newFolder = () => mkdtempSync(join(tmpdir(), 'granary-test-'));

export const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/**
 * Links the assembly of the stack that all HTTP tests share into a new data folder. `npm start` uses it if it has the same
 * sources and settings, which saves a synthesis.
 */
function shareAssembly(dataFolder: string): void {
  const shared = join(process.env['GRANARY_TEST_FOLDER'] ?? '', 'assembly');
  const own = join(dataFolder, 'assembly');
  if (process.env['GRANARY_TEST_FOLDER'] === undefined || existsSync(own)) return;
  mkdirSync(dataFolder, { recursive: true });
  symlinkSync(shared, own);
  copyFileSync(`${shared}.digest`, `${own}.digest`);
}

/** Starts `npm start` as a process and waits until it is ready. */
export async function startLocalProcess(options: StartOptions): Promise<LocalProcess> {
  // A call of a function without a bundle would wait for it.
  await currentBundles();
  shareAssembly(options.dataFolder);
  const child = spawn(
    process.execPath,
    // Tests call every function, and a warm one answers at once.
    ['bin/local.ts', '--instances', '120', ...(options.web ? [] : ['--no-web']), ...(options.flags ?? [])],
    {
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
    },
  );
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
