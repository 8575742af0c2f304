import { Buffer } from 'node:buffer';
import { X12Error } from '../findings/x12-error.ts';
import type { Encoding } from '../reader/encoding.ts';
import { SegmentReader } from '../reader/reader.ts';
import type { SegmentCursor } from '../reader/segment-cursor.ts';

/** A segment of a document: its text as sent, and where it lies. */
export interface DocumentSegment {
  readonly id: string;
  /** Elements as text, the id at 0; components and repetitions are not taken apart. */
  readonly elements: readonly string[];
  /** Bytes of the segment without its terminator. */
  readonly start: number;
  readonly end: number;
  /** Number of the interchange it is in, counted from 1; 0 before the first ISA. */
  readonly interchange: number;
  readonly separator: string;
  readonly terminator: string;
  /** How its bytes were read, and are written when it is changed. */
  readonly encoding: Encoding;
}

/**
 * A whole file that can be written back: what is not changed comes back byte for byte, with its delimiters, line
 * ends, blanks and unknown segments; a changed segment is written with the delimiters of its interchange. Holds the
 * file in memory; throws X12Error when it is no X12.
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

  /** Sets element `element` (from 1) of a segment, named by its place in {@link segments}. */
  setElement(segment: number, element: number, value: string): void {
    const original = this.segments[segment];
    if (original === undefined) throw new RangeError(`The document has no segment ${segment}`);
    const { separator, terminator, elements } = original;
    if (value.includes(separator) || value.includes(terminator) || hasControl(value)) {
      throw new X12Error('not_writable', 'The value holds a delimiter or control character', original.start);
    }
    if (original.encoding === 'latin-1' && !isLatin1(value)) {
      throw new X12Error(
        'not_writable',
        'The segment is Latin-1, which has not all of the value',
        original.start,
      );
    }
    const current = this.changes.get(segment)?.split(separator) ?? [...elements];
    while (current.length <= element) current.push('');
    current[element] = value;
    this.changes.set(segment, current.join(separator));
  }

  /** The document, or one interchange of it with the blanks that follow it. */
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
    isa(segment) {
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

function hasControl(value: string): boolean {
  return [...value].some((character) => character < ' ');
}

function isLatin1(value: string): boolean {
  return [...value].every((character) => character <= '\u00ff');
}
