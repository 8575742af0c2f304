import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import * as z from 'zod';
import { parseJson } from '../json-text.ts';
import { StartError } from '../start-error.ts';

const recordSchema = z.union([
  z.object({ put: z.string(), value: z.unknown() }),
  z.object({ delete: z.string() }),
]);

/** The file is rewritten when it has this many dead lines, and more dead than live lines. */
const minDeadLines = 2_000;

/**
 * A map that survives SIGKILL. Every change is a line appended to a file before the call returns; `open` reads the file
 * and drops a last line that a kill cut off. Any other damage is a StartError.
 */
export class DurableMap<Value> {
  readonly #path: string;
  readonly #entries = new Map<string, Value>();
  #file: number;
  #lines = 0;

  private constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a');
  }

  static open<Value>(path: string, schema: z.ZodType<Value>): DurableMap<Value> {
    const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    const journal = new DurableMap<Value>(path);
    lines.forEach((line, index) => {
      if (line === '') return;
      const change = recordSchema.safeParse(parseJson(line)).data;
      const value = change && 'put' in change ? schema.safeParse(change.value) : undefined;
      if (change === undefined || value?.success === false) {
        if (index === lines.length - 1) return;
        journal.close();
        throw new StartError(
          `The data folder is damaged: line ${index + 1} of ${basename(path)} cannot be read. Start with --fresh to recreate it.`,
        );
      }
      if ('put' in change && value?.success) journal.#entries.set(change.put, value.data);
      if ('delete' in change) journal.#entries.delete(change.delete);
    });
    journal.#rewrite();
    return journal;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  entries(): IterableIterator<[string, Value]> {
    return this.#entries.entries();
  }

  values(): IterableIterator<Value> {
    return this.#entries.values();
  }

  set(key: string, value: Value): void {
    this.#entries.set(key, value);
    this.#append({ put: key, value });
  }

  delete(key: string): boolean {
    const existed = this.#entries.delete(key);
    if (existed) this.#append({ delete: key });
    return existed;
  }

  close(): void {
    closeSync(this.#file);
  }

  #append(change: object): void {
    writeSync(this.#file, `${JSON.stringify(change)}\n`);
    this.#lines += 1;
    const live = this.#entries.size;
    if (this.#lines > live + Math.max(live, minDeadLines)) this.#rewrite();
  }

  /** Writes the live entries to a new file and replaces the old one atomically. */
  #rewrite(): void {
    const temporary = `${this.#path}.new`;
    const file = openSync(temporary, 'w');
    const lines = [...this.#entries].map(([key, value]) => `${JSON.stringify({ put: key, value })}\n`);
    writeSync(file, lines.join(''));
    fsyncSync(file);
    closeSync(file);
    renameSync(temporary, this.#path);
    closeSync(this.#file);
    this.#file = openSync(this.#path, 'a');
    this.#lines = this.#entries.size;
  }
}
