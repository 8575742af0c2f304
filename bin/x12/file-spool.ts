import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Spool } from '#x12/writer/spool.ts';

/** Maximum number of characters in memory, and in one piece. */
const maxInMemory = 1 << 16;

/**
 * A spool in a temporary file. The file is unlinked as soon as it is open, so the process leaves nothing behind. Text of
 * less than 64 kB stays in memory.
 */
export class FileSpool implements Spool {
  private descriptor: number | undefined;
  private onDisk = 0;
  private rest = '';
  private readonly window = Buffer.allocUnsafe(maxInMemory);

  get length(): number {
    return this.onDisk + this.rest.length;
  }

  append(text: string): void {
    this.rest += text;
    if (this.rest.length >= maxInMemory) this.flush();
  }

  truncate(place: number): void {
    if (place >= this.onDisk) {
      this.rest = this.rest.slice(0, place - this.onDisk);
      return;
    }
    this.rest = '';
    this.onDisk = place;
    if (this.descriptor !== undefined) ftruncateSync(this.descriptor, place);
  }

  *read(from: number, to: number): Iterable<string> {
    const { window } = this;
    for (let at = from; at < Math.min(to, this.onDisk); ) {
      const length = Math.min(maxInMemory, Math.min(to, this.onDisk) - at);
      const read = readSync(this.file(), window, 0, length, at);
      yield window.toString('latin1', 0, read);
      at += read;
    }
    if (to > this.onDisk) yield this.rest.slice(Math.max(0, from - this.onDisk), to - this.onDisk);
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }

  private flush(): void {
    const { rest, window } = this;
    for (let from = 0; from < rest.length; from += maxInMemory) {
      const length = window.write(rest.slice(from, from + maxInMemory), 'latin1');
      for (let at = 0; at < length; ) {
        at += writeSync(this.file(), window, at, length - at, this.onDisk + at);
      }
      this.onDisk += length;
    }
    this.rest = '';
  }

  private file(): number {
    if (this.descriptor === undefined) {
      const folder = mkdtempSync(join(tmpdir(), 'x12-'));
      this.descriptor = openSync(join(folder, 'spool'), 'wx+', 0o600);
      rmSync(folder, { recursive: true });
    }
    return this.descriptor;
  }
}
