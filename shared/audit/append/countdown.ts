/**
 * The random pause of a writer before it attempts. Only the time between two turns counts, so the writer that waits longest
 * tends to be next.
 */
export class Countdown {
  #rest: number | undefined;
  #runsFrom: number | undefined;

  get isRunning(): boolean {
    return this.#rest !== undefined;
  }

  /** Sets a pause in milliseconds, which does not run yet. */
  set(rest: number): void {
    this.#rest = rest;
    this.#runsFrom = undefined;
  }

  /** Runs from this time on. Returns the milliseconds that are left then. */
  runFrom(time: number): number {
    this.#runsFrom = time;
    return this.#rest ?? 0;
  }

  /** Stops because a turn began at this time. */
  stopAt(time: number): void {
    if (this.#rest === undefined || this.#runsFrom === undefined) return;
    this.#rest = Math.max(0, this.#rest - Math.max(0, time - this.#runsFrom));
    this.#runsFrom = undefined;
  }

  clear(): void {
    this.#rest = undefined;
    this.#runsFrom = undefined;
  }
}
