import { appendFile, rename, stat } from 'node:fs/promises';

/** One older file is kept beside the current one, so a function's logs never hold more than twice this. */
const largestBytes = 5 * 1024 * 1024;

/** A log that is appended to in the background and begins anew when it has grown large. */
export class LogFile {
  readonly #path: string;
  #size: number | undefined;
  #pending = '';
  #writing: Promise<void> | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  append(text: string): void {
    this.#pending += text;
    this.#writing ??= this.#write();
  }

  /** Resolves when everything appended so far is in the file. */
  async flushed(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  async #write(): Promise<void> {
    // Later appends of the same turn join this write.
    await Promise.resolve();
    while (this.#pending !== '') {
      const text = this.#pending;
      this.#pending = '';
      try {
        await this.#rotate(text.length);
        await appendFile(this.#path, text);
      } catch {
        // A log that cannot be written must not stop the functions; the data folder may be gone.
      }
    }
    this.#writing = undefined;
  }

  async #rotate(growth: number): Promise<void> {
    this.#size ??= await stat(this.#path).then(
      ({ size }) => size,
      () => 0,
    );
    if (this.#size > 0 && this.#size + growth > largestBytes) {
      await rename(this.#path, `${this.#path}.1`);
      this.#size = 0;
    }
    this.#size += growth;
  }
}
