/** Milliseconds. */
const minAttempt = 5;

/** Requests that take as long as a transaction, until one was measured. */
const attemptInRequests = 4;

/** What requests of one writer take on average, in milliseconds. */
export class Durations {
  #transaction: number | undefined;
  #request: number | undefined;
  #between: number | undefined;

  /** An attempt at a transaction. */
  get attempt(): number {
    return Math.max(minAttempt, this.#transaction ?? attemptInRequests * (this.#request ?? 0));
  }

  /** A read of the head, or a reservation. */
  get request(): number {
    return Math.max(minAttempt, this.#request ?? 0);
  }

  /** From a commit to the next transaction of a sequence. */
  get between(): number {
    return this.#between ?? 0;
  }

  committed(milliseconds: number): void {
    this.#transaction = average(this.#transaction, milliseconds);
  }

  /** A conflict often ends an attempt early. */
  lost(milliseconds: number): void {
    this.#transaction = Math.max(this.attempt, milliseconds);
  }

  requested(milliseconds: number): void {
    this.#request = average(this.#request, milliseconds);
  }

  continuedAfter(milliseconds: number): void {
    this.#between = average(this.#between, Math.max(0, milliseconds));
  }
}

const average = (before: number | undefined, next: number): number => 0.8 * (before ?? next) + 0.2 * next;
