import { Buffer } from 'node:buffer';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { SearchedText } from './writer-delimiters.ts';

/**
 * ASCII text that is kept until the writer knows whether to write it and what comes before it. A caller with too much text
 * for memory supplies a spool that uses a file.
 */
export interface Spool {
  /** Number of characters; also a place for `truncate` and `read`. */
  readonly length: number;
  append(text: string): void;
  /** Removes all text after the place. */
  truncate(place: number): void;
  /** Yields the text between two places in pieces. */
  read(from: number, to: number): Iterable<string>;
}

/** Approximate number of characters to which appended text is joined. */
const pieceLength = 65_536;

/**
 * A spool in memory. Its text is compressed outside of the heap, to about a tenth: segments resemble each other, and a file of
 * many claims or sets has much text.
 */
export class MemorySpool implements Spool {
  private readonly pieces: Uint8Array[] = [];
  private readonly starts: number[] = [];
  private open = '';
  private openStart = 0;
  /** The piece that was read last, because ranges in one piece are read one after the other. */
  private inflated = { piece: -1, text: '' };

  get length(): number {
    return this.openStart + this.open.length;
  }

  append(text: string): void {
    this.open += text;
    if (this.open.length < pieceLength) return;
    this.pieces.push(deflateRawSync(Buffer.from(this.open, 'latin1'), { level: 1 }));
    this.starts.push(this.openStart);
    this.openStart += this.open.length;
    this.open = '';
  }

  truncate(place: number): void {
    while (place < this.openStart) {
      const last = this.pieces.length - 1;
      this.open = this.textOf(last);
      this.pieces.pop();
      this.inflated = { piece: -1, text: '' };
      this.openStart = this.starts.pop() ?? 0;
    }
    this.open = this.open.slice(0, place - this.openStart);
  }

  *read(from: number, to: number): Iterable<string> {
    for (let i = this.firstAt(from); i <= this.pieces.length; i++) {
      const start = this.starts[i] ?? this.openStart;
      if (start >= to) return;
      const text = this.textOf(i).slice(Math.max(0, from - start), to - start);
      if (text !== '') yield text;
    }
  }

  private textOf(piece: number): string {
    const packed = this.pieces[piece];
    if (packed === undefined) return this.open;
    if (this.inflated.piece !== piece)
      this.inflated = { piece, text: inflateRawSync(packed).toString('latin1') };
    return this.inflated.text;
  }

  /** Finds the last piece that starts at or before the place. */
  private firstAt(place: number): number {
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.starts[middle] ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }
}

/** Yields the lines of a spool between two places. Each line was appended with a line end. */
export function* spoolLines(spool: Spool, from: number, to: number): Generator<string> {
  let rest = '';
  for (const piece of spool.read(from, to)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Records the ASCII characters of text that is kept elsewhere, to choose delimiters for it. */
export class UsedCharacters implements SearchedText {
  private readonly seen = new Uint8Array(128);

  /** Every recorded character once. */
  get text(): string {
    return [...this.seen].map((isSeen, code) => (isSeen ? String.fromCharCode(code) : '')).join('');
  }

  note(text: string): void {
    const { seen } = this;
    for (let i = 0; i < text.length; i++) seen[text.charCodeAt(i) & 0x7f] = 1;
  }

  includes(mark: string): boolean {
    return this.seen[mark.charCodeAt(0)] === 1;
  }
}
