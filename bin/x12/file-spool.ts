import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Spool } from '#x12/writer/spool.ts';

/** Characters that are kept in memory before they go to the file, and that come back in one piece. */
const kept = 1 << 16;

/**
 * A spool in a temporary file. The file has no name once it is open, so nothing of it is left when the process ends.
 * Text of less than 64 kB is never written to it.
 */
export class FileSpool implements Spool {
  private descriptor: number | undefined;
  private onDisk = 0;
  private rest = '';
  private readonly window = Buffer.allocUnsafe(kept);

  get length(): number {
    return this.onDisk + this.rest.length;
  }

  append(text: string): void {
    this.rest += text;
    if (this.rest.length >= kept) this.flush();
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
      const length = Math.min(kept, Math.min(to, this.onDisk) - at);
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
    for (let from = 0; from < rest.length; from += kept) {
      const length = window.write(rest.slice(from, from + kept), 'latin1');
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
