import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleFunctions } from '#lib/bundling/bundle.ts';
import type { Gate } from './gate.ts';
import type { Done, Work } from './process/killed-process.ts';

const sources = fileURLToPath(new URL('./process', import.meta.url));

export type Outcome = Done | { readonly kind: 'killed' };

/** Kills a process at its n-th contact, before or after the effect. */
export interface Kill {
  readonly at: number;
  readonly isAfter: boolean;
}

/** Runs bundled functions in processes that can be killed. The next process loads while one works. */
export class Killable {
  readonly #gate: Gate;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #folder: string;
  #spare: { readonly child: ChildProcess; readonly loaded: Promise<unknown> } | undefined;

  static async open(gate: Gate, environment: Readonly<Record<string, string>>): Promise<Killable> {
    const folder = mkdtempSync(path.join(tmpdir(), 'granary-killed-'));
    await bundleFunctions({ functionsDirectory: sources, outdir: folder });
    const killable = new Killable(gate, environment, folder);
    // A process that ends by itself leaves compiled code for later ones.
    const { child, loaded } = killable.#start();
    await loaded;
    const ended = once(child, 'exit');
    child.disconnect();
    await ended;
    return killable;
  }

  private constructor(gate: Gate, environment: Readonly<Record<string, string>>, folder: string) {
    this.#gate = gate;
    this.#environment = environment;
    this.#folder = folder;
  }

  async run(work: Work, kill?: Kill): Promise<Outcome> {
    const { child, loaded } = this.#spare ?? this.#start();
    this.#spare = undefined;
    await loaded;
    this.#gate.watch(() => child.kill('SIGKILL'), kill?.at, kill?.isAfter);
    const outcome = new Promise<Outcome>((resolve) => {
      child.once('exit', () => resolve({ kind: 'killed' }));
      child.once('message', (done: Done) => resolve(done));
    });
    child.send(work);
    this.#spare = this.#start();
    const ended = await outcome;
    await stop(child);
    return ended;
  }

  async close(): Promise<void> {
    if (this.#spare) await stop(this.#spare.child);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start() {
    const child = fork(path.join(this.#folder, 'killed-process/index.mjs'), [], {
      env: {
        ...process.env,
        ...this.#environment,
        NODE_OPTIONS: '',
        NODE_COMPILE_CACHE: path.join(this.#folder, 'compiled'),
        POWERTOOLS_DEV: 'false',
        AWS_LAMBDA_LOG_LEVEL: 'ERROR',
      },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    return { child, loaded: once(child, 'message') };
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
