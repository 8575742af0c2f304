import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs';

/** One older file is kept, so the logs of a function take twice this at most. */
const maxBytes = 5 * 1024 * 1024;

/** A log file that is rotated when it is large. It opens with the first line. */
export class LogFile {
  readonly #path: string;
  #open: { readonly file: number; size: number } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Writes at once: the page cache takes a line in less time than a thread of the background. */
  append(text: string): void {
    try {
      this.#rotate(text.length);
      this.#open ??= openLog(this.#path);
      writeSync(this.#open.file, text);
      this.#open.size += text.length;
    } catch {
      // A log that cannot be written must not stop the functions: the data folder may have been deleted.
    }
  }

  close(): void {
    if (this.#open !== undefined) closeSync(this.#open.file);
    this.#open = undefined;
  }

  #rotate(growth: number): void {
    if (this.#open === undefined || this.#open.size === 0 || this.#open.size + growth <= maxBytes) return;
    this.close();
    renameSync(this.#path, `${this.#path}.1`);
  }
}

function openLog(path: string) {
  const file = openSync(path, 'a');
  return { file, size: fstatSync(file).size };
}
