/** Functions that nobody waits for, so that a wanted one is not behind many of them. */
const atATime = 10;

/** The functions that are not bundled yet: first those that somebody waits for, and the others once they are asked for. */
export class BundleQueue {
  readonly #waiting: Set<string>;
  readonly #wanted = new Set<string>();
  #isRestWanted = false;

  constructor(stale: readonly string[]) {
    this.#waiting = new Set(stale);
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  want(names: readonly string[]): void {
    for (const name of names) this.#wanted.add(name);
  }

  wantRest(): void {
    this.#isRestWanted = true;
  }

  /** Takes the functions to bundle now out of the queue; none if nobody wants one. */
  next(): readonly string[] {
    const first = [...this.#waiting].filter((name) => this.#wanted.has(name));
    const names = first.length > 0 || !this.#isRestWanted ? first : [...this.#waiting].slice(0, atATime);
    for (const name of names) this.#waiting.delete(name);
    return names;
  }
}
