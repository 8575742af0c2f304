import { appendFile, rename, stat } from 'node:fs/promises';

/** One older file is kept, so the logs of a function take twice this at most. */
const maxBytes = 5 * 1024 * 1024;

/** A log file that is written in the background and rotated when it is large. */
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

  async flushed(): Promise<void> {
    while (this.#writing !== undefined) await this.#writing;
  }

  async #write(): Promise<void> {
    // Appends of the same turn join this write.
    await Promise.resolve();
    while (this.#pending !== '') {
      const text = this.#pending;
      this.#pending = '';
      try {
        await this.#rotate(text.length);
        await appendFile(this.#path, text);
      } catch {
        // A log that cannot be written must not stop the functions: the data folder may have been deleted.
      }
    }
    this.#writing = undefined;
  }

  async #rotate(growth: number): Promise<void> {
    this.#size ??= await stat(this.#path).then(
      ({ size }) => size,
      () => 0,
    );
    if (this.#size > 0 && this.#size + growth > maxBytes) {
      await rename(this.#path, `${this.#path}.1`);
      this.#size = 0;
    }
    this.#size += growth;
  }
}
