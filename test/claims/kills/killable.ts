import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentBundles } from '#lib/bundling/bundle.ts';
import type { Gate } from './gate.ts';
import type { Done, Work } from './process/killed-process.ts';

const sources = fileURLToPath(new URL('./process', import.meta.url));

export type Outcome = Done | { readonly kind: 'killed' };

/** Kills a process at its n-th contact, before or after the effect. */
export interface Kill {
  readonly at: number;
  readonly isAfter: boolean;
}

interface Instance {
  readonly child: ChildProcess;
  readonly loaded: Promise<unknown>;
}

/**
 * Runs bundled functions in processes that can be killed. As on Lambda, a process that has done its work does more. While
 * one works that will be killed, the next one loads.
 */
export class Killable {
  readonly #gate: Gate;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #idle: Instance[] = [];

  static async open(gate: Gate, environment: Readonly<Record<string, string>>): Promise<Killable> {
    const folder = mkdtempSync(path.join(tmpdir(), 'granary-killed-'));
    await currentBundles({ functionsDirectory: sources, outdir: folder });
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
    const instance = this.#idle.pop() ?? this.#start();
    const { child, loaded } = instance;
    await loaded;
    this.#gate.watch(() => child.kill('SIGKILL'), kill?.at, kill?.isAfter);
    const ended = new Promise<Outcome>((resolve) => {
      child.once('exit', () => resolve({ kind: 'killed' }));
      child.once('message', (done: Done) => resolve(done));
    });
    child.send(work);
    if (kill !== undefined && this.#idle.length === 0) this.#idle.push(this.#start());
    const outcome = await ended;
    child.removeAllListeners('exit').removeAllListeners('message');
    if (outcome.kind !== 'killed') this.#idle.push(instance);
    return outcome;
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.map(stop));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(): Instance {
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

async function stop({ child }: Instance): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
