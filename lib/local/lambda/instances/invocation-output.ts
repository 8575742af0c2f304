const maxKeptBytes = 256 * 1024;

/** Splits one stream of an instance into the output of its invocations. */
export class InvocationOutput {
  readonly #onEnd: (id: string, text: string) => void;
  readonly #ends: { readonly id: string; readonly position: number }[] = [];
  #kept: readonly Buffer[] = [];
  #keptBytes = 0;
  /** Bytes of the stream that were received, and those of them that belong to complete invocations. */
  #received = 0;
  #taken = 0;

  constructor(onEnd: (id: string, text: string) => void) {
    this.#onEnd = onEnd;
  }

  write(chunk: Buffer): void {
    this.#received += chunk.length;
    if (this.#keptBytes < maxKeptBytes) {
      this.#kept = [...this.#kept, chunk];
      this.#keptBytes += chunk.length;
    }
    this.#takeComplete();
  }

  /** The output of an invocation ends at this position of the stream, which may still have to arrive. */
  end(id: string, position: number): void {
    this.#ends.push({ id, position });
    this.#takeComplete();
  }

  /** Takes the output after the last complete invocation. */
  rest(): string {
    return this.#take(this.#received);
  }

  #takeComplete(): void {
    for (;;) {
      const [next] = this.#ends;
      if (next === undefined || next.position > this.#received) return;
      this.#ends.shift();
      this.#onEnd(next.id, this.#take(next.position));
    }
  }

  #take(position: number): string {
    const length = position - this.#taken;
    this.#taken = position;
    if (length <= 0) return '';
    const all = Buffer.concat(this.#kept);
    const more = all.subarray(length);
    this.#kept = more.length === 0 ? [] : [more];
    this.#keptBytes = more.length;
    const text = all.toString('utf8', 0, Math.min(length, maxKeptBytes));
    return length > Math.min(all.length, maxKeptBytes) ? `${text}\n(output cut)\n` : text;
  }
}
