import type { SearchedText } from './writer-delimiters.ts';

/**
 * Text that is kept until it is known whether it is written and what is written before it. The characters are ASCII.
 * A caller that must not hold the text in memory brings a spool that keeps it in a file.
 */
export interface Spool {
  /** Characters so far; a place to come back to. */
  readonly length: number;
  append(text: string): void;
  /** Drops everything behind the place. */
  truncate(place: number): void;
  /** The text between two places, in pieces. */
  read(from: number, to: number): Iterable<string>;
}

/** Characters of a piece: appended text is joined to pieces of about this length. */
const pieceLength = 65_536;

/** A spool in memory. */
export class MemorySpool implements Spool {
  private readonly pieces: string[] = [];
  private readonly starts: number[] = [];
  private open = '';
  private openStart = 0;

  get length(): number {
    return this.openStart + this.open.length;
  }

  append(text: string): void {
    this.open += text;
    if (this.open.length < pieceLength) return;
    this.pieces.push(this.open);
    this.starts.push(this.openStart);
    this.openStart += this.open.length;
    this.open = '';
  }

  truncate(place: number): void {
    while (place < this.openStart) {
      this.open = this.pieces.pop() ?? '';
      this.openStart = this.starts.pop() ?? 0;
    }
    this.open = this.open.slice(0, place - this.openStart);
  }

  *read(from: number, to: number): Iterable<string> {
    for (let i = this.firstAt(from); i <= this.pieces.length; i++) {
      const start = this.starts[i] ?? this.openStart;
      if (start >= to) return;
      const piece = this.pieces[i] ?? this.open;
      const text = piece.slice(Math.max(0, from - start), to - start);
      if (text !== '') yield text;
    }
  }

  /** The last piece that begins at or before the place. */
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

/** Lines of a spool between two places; each was appended with a line end. */
export function* spoolLines(spool: Spool, from: number, to: number): Generator<string> {
  let rest = '';
  for (const piece of spool.read(from, to)) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

/** Which ASCII characters occur in text that is kept elsewhere, so that delimiters can be chosen for it. */
export class UsedCharacters implements SearchedText {
  private readonly seen = new Uint8Array(128);

  note(text: string): void {
    const { seen } = this;
    for (let i = 0; i < text.length; i++) seen[text.charCodeAt(i) & 0x7f] = 1;
  }

  includes(mark: string): boolean {
    return this.seen[mark.charCodeAt(0)] === 1;
  }
}
