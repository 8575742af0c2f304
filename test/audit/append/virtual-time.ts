interface Timer {
  readonly at: number;
  readonly resolve: () => void;
}

/** A clock that jumps from timer to timer, so that minutes of waiting take moments. */
export class VirtualTime {
  readonly #timers: Timer[] = [];
  #now = Date.parse('2026-11-20T00:00:00Z');

  readonly now = (): Date => new Date(this.#now);

  readonly pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = { at: this.#now + Math.max(0, milliseconds), resolve };
      const place = this.#timers.findIndex(({ at }) => at > timer.at);
      this.#timers.splice(place < 0 ? this.#timers.length : place, 0, timer);
    });

  /** Runs until the promise is settled. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = () => {
      isSettled = true;
    };
    promise.then(settle, settle);
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isSettled) return promise;
      const timer = this.#timers.shift();
      if (timer === undefined) throw new Error('Nothing is left to wait for');
      this.#now = timer.at;
      timer.resolve();
    }
  }
}
