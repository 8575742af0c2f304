/** Limits the concurrent executions of all functions together; Lambda throttles calls beyond an account's limit. */
export class ConcurrencyLimit {
  readonly #limit: number;
  #running = 0;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  /** Takes one execution; false when none is left. */
  take(): boolean {
    if (this.#running >= this.#limit) return false;
    this.#running += 1;
    return true;
  }

  release(): void {
    this.#running -= 1;
  }
}
