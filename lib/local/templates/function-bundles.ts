import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { startBuildProcess } from '../../build-process.ts';
import { bundlesDirectory } from '../../bundling/bundle.ts';
import { StartError } from '../start-error.ts';

const program = fileURLToPath(new URL('../../bundling/bundle-process.ts', import.meta.url));

const messageSchema = z.union([
  z.object({ stale: z.array(z.string()) }),
  z.object({ bundled: z.array(z.string()) }),
  z.object({ failed: z.array(z.string()), reason: z.string() }),
]);

/** The bundles of the functions. A process makes the first ones while everything else starts, and the others afterwards. */
export class FunctionBundles {
  readonly #process: ChildProcess;
  readonly #pending = new Map<string, PromiseWithResolvers<void>>();
  /** Resolves when it is known which bundles are missing. */
  readonly #known = Promise.withResolvers<void>();

  /**
   * @param first names of the functions to bundle first, such as `commerce/create-order`
   * @param log gets one line if there is something to bundle
   */
  constructor(first: readonly string[], log: (line: string) => void) {
    const { child, ended } = startBuildProcess('The bundling of the functions', program);
    this.#process = child;
    this.#process.on('message', (message) => {
      const parsed = messageSchema.parse(message);
      if ('stale' in parsed) {
        if (parsed.stale.length > 0) log(`Bundling ${parsed.stale.length} functions …`);
        for (const name of parsed.stale) this.#expect(name);
        this.#known.resolve();
      } else if ('bundled' in parsed) {
        for (const name of parsed.bundled) this.#settle(name, (pending) => pending.resolve());
      } else {
        for (const name of parsed.failed)
          this.#settle(name, (pending) => pending.reject(new Error(parsed.reason)));
      }
    });
    void ended.then(({ reason }) => {
      const error = new StartError(`The functions cannot be bundled: ${reason}`);
      this.#known.reject(error);
      for (const name of [...this.#pending.keys()]) this.#settle(name, (pending) => pending.reject(error));
    });
    this.#known.promise.catch(() => {});
    this.#process.send({ first }, () => {});
  }

  /** Waits for the bundle in this directory. Throws Error with the reason of esbuild. */
  async ready(directory: string): Promise<void> {
    const name = path.relative(bundlesDirectory, directory).replaceAll(path.sep, '/');
    await this.#known.promise;
    const pending = this.#pending.get(name);
    if (pending === undefined) return;
    if (this.#process.connected) this.#process.send({ first: [name] }, () => {});
    await pending.promise;
  }

  /** Bundles what nobody waits for. Before the runtime is ready, it would take memory and processor time from its start. */
  bundleRest(): void {
    if (this.#process.connected) this.#process.send({ rest: true }, () => {});
  }

  stop(): void {
    this.#process.kill('SIGKILL');
  }

  #expect(name: string): void {
    const pending = Promise.withResolvers<void>();
    pending.promise.catch(() => {});
    this.#pending.set(name, pending);
  }

  /** A bundle that cannot be made stays pending, so that each call reports the reason. */
  #settle(name: string, settle: (pending: PromiseWithResolvers<void>) => void): void {
    const pending = this.#pending.get(name);
    if (pending !== undefined) settle(pending);
  }
}
