/**
 * Items that requests are writing. A transaction refuses every other write of its items; writes of one item without a
 * transaction wait for each other (developer guide, "Transaction conflict handling").
 */
export class ItemsInFlight {
  readonly #inTransaction = new Set<string>();
  readonly #lastWrite = new Map<string, Promise<unknown>>();

  /** The positions of items that are in a transaction. */
  conflicts(items: readonly string[]): readonly number[] {
    return items.flatMap((item, position) => (this.#inTransaction.has(item) ? [position] : []));
  }

  /** True if the item is being written, with or without a transaction. */
  isBeingWritten(item: string): boolean {
    return this.#inTransaction.has(item) || this.#lastWrite.has(item);
  }

  /** Runs a transaction on items without conflicts, once the writes that began earlier are done. */
  async transact<T>(items: readonly string[], run: () => Promise<T>): Promise<T> {
    for (const item of items) this.#inTransaction.add(item);
    try {
      await Promise.all(items.map((item) => this.#lastWrite.get(item)));
      return await run();
    } finally {
      for (const item of items) this.#inTransaction.delete(item);
    }
  }

  /** Runs writes of items without conflicts, once the writes of the same items that began earlier are done. */
  async write<T>(items: readonly string[], run: () => Promise<T>): Promise<T> {
    const earlier = items.map((item) => this.#lastWrite.get(item));
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const item of items) this.#lastWrite.set(item, promise);
    try {
      await Promise.all(earlier);
      return await run();
    } finally {
      for (const item of items) {
        if (this.#lastWrite.get(item) === promise) this.#lastWrite.delete(item);
      }
      resolve();
    }
  }
}
