import { Buffer } from 'node:buffer';
import { X12Error } from '../findings/x12-error.ts';
import { SegmentReader } from '../reader/reader.ts';
import type { Encoding } from '../reader/segment-bytes.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';

/** One segment of a document: its text as sent and its place. */
export interface DocumentSegment {
  readonly id: string;
  /** Elements as text, the id at 0. Components and repetitions are not split. */
  readonly elements: readonly string[];
  /** Bytes of the segment without its terminator. */
  readonly start: number;
  readonly end: number;
  /** Number of its interchange, from 1; 0 before the first ISA. */
  readonly interchange: number;
  readonly separator: string;
  readonly terminator: string;
  /** Used to read the segment and to write a changed one. */
  readonly encoding: Encoding;
}

/**
 * An X12 file in memory whose elements can be changed. Unchanged segments keep every byte, with delimiters, line ends
 * and blanks. A changed segment gets the delimiters of its interchange. Throws X12Error for input that is not X12.
 */
export class X12Document {
  readonly segments: readonly DocumentSegment[];
  private readonly source: Buffer;
  private readonly changes = new Map<number, string>();

  constructor(bytes: Uint8Array) {
    this.source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.segments = readSegments(this.source);
  }

  get interchangeCount(): number {
    return this.segments.at(-1)?.interchange ?? 0;
  }

  /** Sets element `element` (from 1) of a segment, given by its index in {@link segments}. */
  setElement(segment: number, element: number, value: string): void {
    const original = this.segments[segment];
    if (original === undefined) throw new RangeError(`The document has no segment ${segment}`);
    const { separator, terminator, elements } = original;
    const refuse = (message: string) => new X12Error('not_writable', message, original.start);
    const isUnsafe = value.includes(separator) || value.includes(terminator);
    if (isUnsafe || [...value].some((character) => character < ' '))
      throw refuse('The value contains a delimiter or control character; remove it');
    if (original.encoding === 'latin-1' && /[^\0-\xff]/u.test(value))
      throw refuse('The segment is Latin-1; remove characters outside Latin-1');
    const current = this.changes.get(segment)?.split(separator) ?? [...elements];
    while (current.length <= element) current.push('');
    current[element] = value;
    this.changes.set(segment, current.join(separator));
  }

  /** Returns the whole document, or one interchange with the blanks after it. */
  bytes(interchange?: number): Buffer {
    const [from, to] = interchange === undefined ? [0, this.source.length] : this.rangeOf(interchange);
    const parts: Buffer[] = [];
    let at = from;
    for (const [segment, text] of [...this.changes].sort(([a], [b]) => a - b)) {
      const place = this.segments[segment];
      if (place === undefined || place.start < from || place.end > to) continue;
      const encoding = place.encoding === 'latin-1' ? 'latin1' : 'utf8';
      parts.push(this.source.subarray(at, place.start), Buffer.from(text, encoding));
      at = place.end;
    }
    parts.push(this.source.subarray(at, to));
    return Buffer.concat(parts);
  }

  private rangeOf(interchange: number): [from: number, to: number] {
    const first = this.segments.find((segment) => segment.interchange === interchange);
    const next = this.segments.find((segment) => segment.interchange === interchange + 1);
    if (first === undefined) throw new RangeError(`The document has no interchange ${interchange}`);
    return [first.start, next?.start ?? this.source.length];
  }
}

function readSegments(source: Buffer): DocumentSegment[] {
  const segments: DocumentSegment[] = [];
  let interchange = 0;
  const take = (segment: SegmentCursor) => {
    const elements = Array.from({ length: segment.elementCount + 1 }, (_, e) => segment.text(e));
    segments.push({
      id: segment.id,
      elements,
      start: segment.offset,
      end: segment.offset + segment.length,
      interchange,
      separator: String.fromCharCode(segment.delimiters.element),
      terminator: Buffer.from(segment.delimiters.terminator).toString('utf8') || '~',
      encoding: segment.encoding,
    });
  };
  const reader = new SegmentReader({
    isa: (segment) => {
      interchange++;
      take(segment);
    },
    segment: take,
    repair() {},
  });
  reader.write(source);
  reader.finish();
  return segments;
}
