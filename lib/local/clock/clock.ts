import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { DataFolder } from '../state/data-folder.ts';

/** The time of the stack: the machine's time plus an offset, which survives a restart. The clock never goes back. */
export class Clock {
  /** Functions read the offset here, in milliseconds. */
  readonly file: string;
  #offset: number;
  readonly #listeners: ((milliseconds: number) => void)[] = [];

  constructor(folder: DataFolder) {
    this.file = folder.file('state', 'clock');
    this.#offset = offsetIn(this.file);
  }

  now(): number {
    return Date.now() + this.#offset;
  }

  get offset(): number {
    return this.#offset;
  }

  advance(milliseconds: number): void {
    this.#offset += milliseconds;
    // Replaced atomically, because functions may be reading.
    writeFileSync(`${this.file}.new`, String(this.#offset));
    renameSync(`${this.file}.new`, this.file);
    for (const listener of this.#listeners) listener(milliseconds);
  }

  onAdvance(listener: (milliseconds: number) => void): void {
    this.#listeners.push(listener);
  }
}

function offsetIn(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    return 0;
  }
}
