import type { Instance } from './instance.ts';

/**
 * Bounds the processes of all functions together: with one function per endpoint, many that were used once would
 * fill the memory of a small machine before they reach their idle time.
 */
export class InstanceBudget {
  readonly #most: number;
  readonly #all = new Set<Instance>();
  /** Idle instances and how to end them, the one that is idle longest first. */
  readonly #idle = new Map<Instance, () => void>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Whether one more may start; ends the instance that is idle longest when that helps. */
  makeRoom(): boolean {
    if (this.#all.size < this.#most) return true;
    const [longest] = this.#idle.values();
    longest?.();
    return this.#all.size < this.#most;
  }

  started(instance: Instance): void {
    this.#all.add(instance);
  }

  idle(instance: Instance, end: () => void): void {
    this.#idle.set(instance, end);
  }

  busy(instance: Instance): void {
    this.#idle.delete(instance);
  }

  ended(instance: Instance): void {
    this.#idle.delete(instance);
    this.#all.delete(instance);
  }
}
