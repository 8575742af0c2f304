/** Concurrent executions of all functions together. What goes beyond an account's limit is throttled, as on Lambda. */
export class ConcurrencyLimit {
  readonly #limit: number;
  #running = 0;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  /** Takes one execution if there is one left. */
  take(): boolean {
    if (this.#running >= this.#limit) return false;
    this.#running += 1;
    return true;
  }

  release(): void {
    this.#running -= 1;
  }
}
