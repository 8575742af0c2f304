import type { LocalRuntime } from '#lib/local/runtime/runtime.ts';
import type { Random } from '#test/bench/x12/random.ts';

/** Kills of functions at random requests to DynamoDB, as a time-out or the end of a machine does. */
export class FunctionKills {
  readonly #wanted: number;
  readonly #maxCalls: number;
  readonly #random: Random;
  #runtime: LocalRuntime | undefined;
  #left = 0;
  count = 0;

  /** @param maxCalls requests between two kills, at most */
  constructor(wanted: number, maxCalls: number, random: Random) {
    this.#wanted = wanted;
    this.#maxCalls = maxCalls;
    this.#random = random;
    this.#left = random.int(1, maxCalls);
  }

  /** Begins with the kills. */
  begin(runtime: LocalRuntime): void {
    this.#runtime = runtime;
  }

  /** Counts a request. */
  onCall(): void {
    if (this.#runtime === undefined || this.count === this.#wanted || --this.#left > 0) return;
    const busy = this.#runtime.functions
      .all()
      .flatMap(({ instances }) =>
        instances.flatMap(({ pid, busy }) => (busy && pid !== undefined ? [pid] : [])),
      );
    const [first, ...others] = busy;
    if (first === undefined) return;
    process.kill(this.#random.pick([first, ...others]), 'SIGKILL');
    this.count++;
    this.#left = this.#random.int(1, this.#maxCalls);
  }
}
