import type { Instance } from './instance.ts';

/** One that was used since is likely to be used again: ending it would only make it start over. */
const restMilliseconds = 10_000;

/**
 * Bounds the processes of all functions together: with one function per endpoint, many that were used once would
 * fill the memory of a small machine before they reach their idle time.
 */
export class InstanceBudget {
  readonly #most: number;
  readonly #all = new Set<Instance>();
  /** Idle instances, since when, and how to end them; the one that is idle longest first. */
  readonly #idle = new Map<Instance, { readonly since: number; readonly end: () => void }>();

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Whether one more may start; ends the instance that is idle longest when that helps, and when it has been so for
   * a while or the need is `urgent`.
   */
  makeRoom(urgent: boolean): boolean {
    const [longest] = this.#idle.values();
    const tired = longest !== undefined && performance.now() - longest.since > restMilliseconds;
    if (this.#all.size >= this.#most && (urgent || tired)) longest?.end();
    return this.#all.size < this.#most;
  }

  started(instance: Instance): void {
    this.#all.add(instance);
  }

  idle(instance: Instance, end: () => void): void {
    this.#idle.set(instance, { since: performance.now(), end });
  }

  busy(instance: Instance): void {
    this.#idle.delete(instance);
  }

  ended(instance: Instance): void {
    this.#idle.delete(instance);
    this.#all.delete(instance);
  }
}
