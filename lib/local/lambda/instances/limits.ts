/** An instance that was used more recently is likely to be used again. */
const minIdleMilliseconds = 10_000;

/** Idle instances that stay when memory is short, and the megabytes that have to be available. */
const whenShort = { idle: 2, available: 512 };

/** Whether the memory that this process may use is short, also inside a container with a limit. */
const isMemoryShort = (): boolean => process.availableMemory() < whenShort.available * 2 ** 20;

/**
 * Limits the processes of all functions together, because with one function per endpoint, instances that were used once
 * would fill the memory of a small machine before they reach their idle time.
 */
export class InstanceBudget {
  readonly #max: number;
  readonly #all = new Set<object>();
  /** Idle instances, the longest idle first. */
  readonly #idle = new Map<object, { readonly since: number; readonly end: () => void }>();

  readonly #isMemoryShort: () => boolean;

  constructor(max: number, isShort: () => boolean = isMemoryShort) {
    this.#max = max;
    this.#isMemoryShort = isShort;
  }

  /**
   * Whether one more instance may start. Makes room by ending the longest idle instance, if it has been idle for a while
   * or the need is `urgent`.
   */
  makeRoom(urgent: boolean): boolean {
    const [longest] = this.#idle.values();
    const isDispensable = longest !== undefined && performance.now() - longest.since > minIdleMilliseconds;
    if (this.#all.size >= this.#max && (urgent || isDispensable)) longest?.end();
    return this.#all.size < this.#max;
  }

  started(instance: object): void {
    this.#all.add(instance);
  }

  idle(instance: object, end: () => void): void {
    this.#idle.set(instance, { since: performance.now(), end });
    const most = this.#isMemoryShort() ? whenShort.idle : this.#max;
    for (const longest of this.#idle.values()) {
      if (this.#idle.size <= most) break;
      longest.end();
    }
  }

  busy(instance: object): void {
    this.#idle.delete(instance);
  }

  ended(instance: object): void {
    this.#idle.delete(instance);
    this.#all.delete(instance);
  }
}

/** Limits the concurrent executions of all functions together; Lambda throttles calls beyond an account's limit. */
export class ConcurrencyLimit {
  readonly #limit: number;
  #running = 0;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  take(): boolean {
    if (this.#running >= this.#limit) return false;
    this.#running += 1;
    return true;
  }

  release(): void {
    this.#running -= 1;
  }
}
