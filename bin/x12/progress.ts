/** Milliseconds between two updates. */
const interval = 250;
/** Milliseconds before the first update, so that short files show none. */
const delay = 700;

/** Shows the progress of a long file on standard error, if that is a terminal. */
export class Progress {
  private readonly total: number | undefined;
  private readonly started = performance.now();
  private updatedAt = 0;
  private bytes = 0;

  constructor(total: number | undefined) {
    this.total = total;
  }

  async *follow(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const isShown = process.stderr.isTTY === true;
    try {
      for await (const chunk of chunks) {
        yield chunk;
        this.bytes += chunk.length;
        if (isShown) this.update();
      }
    } finally {
      if (this.updatedAt > 0) process.stderr.write('\r\x1b[K');
    }
  }

  private update(): void {
    const elapsed = performance.now() - this.started;
    if (elapsed < delay || elapsed - this.updatedAt < interval) return;
    this.updatedAt = elapsed;
    process.stderr.write(`\r\x1b[K${progressText(this.bytes, this.total, elapsed / 1000)}`);
  }
}

/** `45 % · 54.0 of 120.0 MB · 62 MB/s · 1 s left`. */
export function progressText(bytes: number, total: number | undefined, seconds: number): string {
  const speed = bytes / 1e6 / seconds;
  const done = (bytes / 1e6).toFixed(1);
  if (total === undefined || total === 0) return `${done} MB · ${speed.toFixed(0)} MB/s`;
  const percent = Math.min(100, Math.floor((bytes / total) * 100));
  const left = Math.ceil((total - bytes) / 1e6 / speed);
  return `${percent} % · ${done} of ${(total / 1e6).toFixed(1)} MB · ${speed.toFixed(0)} MB/s · ${left} s left`;
}
