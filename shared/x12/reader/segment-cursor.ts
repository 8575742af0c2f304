import { Buffer } from 'node:buffer';
import { readCents, readDate, readDecimal } from '../values/number-and-date.ts';
import type { Delimiters } from './delimiters.ts';
import type { Position, Segment } from './segment.ts';
import { type Encoding, packBytes } from './segment-bytes.ts';

const none: Delimiters = { element: 0, component: 0, repetition: undefined, terminator: new Uint8Array() };

/**
 * From this length on V8 makes a substring that keeps its whole source alive, so a few stored names would keep all
 * windows of the file. Longer texts are decoded separately.
 */
const minSharedLength = 13;

/**
 * The one {@link Segment} of a reader. Element e lies in `bytes[starts[e], starts[e + 1] - 1)`. The reader and the
 * element checks use these offsets directly.
 */
export class SegmentCursor implements Segment {
  bytes: Buffer = Buffer.alloc(0);
  starts = new Int32Array(64);
  elementCount = 0;
  packedId = 0;
  index = 0;
  offset = 0;
  delimiters: Delimiters = none;

  private windowStart = 0;
  private windowEnd = 0;
  private windowText: string | undefined;
  /** True at the end of an input without a final terminator: the segment may be cut off. */
  isUnterminated = false;
  encoding: Encoding = 'ascii';

  /** Starts a new window. Its text is decoded once, on first use. */
  openWindow(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.windowStart = start;
    this.windowEnd = end;
    this.windowText = undefined;
  }

  /** Points at the segment of another cursor. Valid until the bytes of the window move. */
  follow(source: SegmentCursor): void {
    const { elementCount } = source;
    let { starts } = this;
    while (starts.length < elementCount + 2) starts = this.growStarts();
    for (let e = 0; e <= elementCount + 1; e++) starts[e] = source.starts[e] ?? 0;
    this.share(source);
  }

  /**
   * As {@link follow}, but the other cursor has no elements afterwards. The two exchange their element offsets, which costs less than
   * a copy.
   */
  takeOver(source: SegmentCursor): void {
    const { starts } = this;
    this.starts = source.starts;
    source.starts = starts;
    this.share(source);
  }

  private share(source: SegmentCursor): void {
    this.bytes = source.bytes;
    this.windowStart = source.windowStart;
    this.windowEnd = source.windowEnd;
    this.windowText = source.windowText ?? source.decodeWindow();
    this.elementCount = source.elementCount;
    this.packedId = source.packedId;
    this.index = source.index;
    this.offset = source.offset;
    this.delimiters = source.delimiters;
    this.encoding = source.encoding;
  }

  /** Copies the segment's bytes before the window moves. */
  detach(): void {
    const from = this.start(0);
    const own = Buffer.from(this.bytes.subarray(from, from + this.length));
    for (let e = 0; e <= this.elementCount + 1; e++) this.starts[e] = this.start(e) - from;
    this.openWindow(own, 0, own.length);
  }

  growStarts(): Int32Array<ArrayBuffer> {
    const larger = new Int32Array(this.starts.length * 2);
    larger.set(this.starts);
    this.starts = larger;
    return larger;
  }

  /**
   * Notes the elements of the segment that begins at `at`. Returns the place of its terminator, or `end`. V8 compiles this small
   * function early and keeps its code when it discards that of the callers.
   */
  scan(at: number, end: number, element: number, terminator: number): number {
    const { bytes } = this;
    let { starts } = this;
    let count = 0;
    let i = at;
    // Four bytes a turn take two thirds of the time. The plain loop below reads the remaining bytes.
    while (i < end - 3) {
      if (count + 6 > starts.length) starts = this.growStarts();
      let byte = bytes[i];
      if (byte === element) starts[++count] = i + 1;
      else if (byte === terminator) break;
      byte = bytes[++i];
      if (byte === element) starts[++count] = i + 1;
      else if (byte === terminator) break;
      byte = bytes[++i];
      if (byte === element) starts[++count] = i + 1;
      else if (byte === terminator) break;
      byte = bytes[++i];
      if (byte === element) starts[++count] = i + 1;
      else if (byte === terminator) break;
      i++;
    }
    for (; i < end; i++) {
      if (bytes[i] === element) {
        if (count + 3 > starts.length) starts = this.growStarts();
        starts[++count] = i + 1;
      } else if (bytes[i] === terminator) break;
    }
    this.elementCount = count;
    return i;
  }

  start(element: number): number {
    return this.starts[element] ?? 0;
  }

  end(element: number): number {
    return (this.starts[element + 1] ?? 1) - 1;
  }

  get id(): string {
    return this.slice(this.start(0), this.end(0));
  }

  get length(): number {
    return this.end(this.elementCount) - this.start(0);
  }

  has(element: number): boolean {
    return element <= this.elementCount && this.end(element) > this.start(element);
  }

  text(element: number): string {
    return element <= this.elementCount ? this.slice(this.start(element), this.end(element)) : '';
  }

  component(element: number, component: number): string {
    const start = this.componentStart(element, component);
    return start < 0 ? '' : this.slice(start, this.componentEnd(element, start));
  }

  componentCount(element: number): number {
    if (!this.has(element)) return 0;
    const end = this.firstRepetitionEnd(element);
    let count = 1;
    for (let i = this.start(element); i < end; i++) {
      if (this.bytes[i] === this.delimiters.component) count++;
    }
    return count;
  }

  repetitions(element: number): string[] {
    if (!this.has(element)) return [];
    const { repetition } = this.delimiters;
    const found: string[] = [];
    let from = this.start(element);
    const end = this.end(element);
    for (let i = from; i < end; i++) {
      if (this.bytes[i] !== repetition) continue;
      found.push(this.slice(from, i));
      from = i + 1;
    }
    found.push(this.slice(from, end));
    return found;
  }

  is(element: number, value: string): boolean {
    if (element > this.elementCount) return value === '';
    return this.equals(this.start(element), this.end(element), value);
  }

  componentIs(element: number, component: number, value: string): boolean {
    const start = this.componentStart(element, component);
    return start < 0 ? value === '' : this.equals(start, this.componentEnd(element, start), value);
  }

  packed(element: number): number {
    if (element > this.elementCount) return 0;
    return packBytes(this.bytes, this.start(element), this.end(element));
  }

  packedComponent(element: number, component: number): number {
    const start = this.componentStart(element, component);
    return start < 0 ? 0 : packBytes(this.bytes, start, this.componentEnd(element, start));
  }

  cents(element: number): number | undefined {
    if (element > this.elementCount) return undefined;
    return readCents(this.bytes, this.start(element), this.end(element));
  }

  decimal(element: number): number | undefined {
    if (element > this.elementCount) return undefined;
    return readDecimal(this.bytes, this.start(element), this.end(element));
  }

  date(element: number): string | undefined {
    const length = element <= this.elementCount ? this.end(element) - this.start(element) : 0;
    if (length !== 8 && !this.isRange(element)) return undefined;
    return readDate(this.bytes, this.start(element));
  }

  endDate(element: number): string | undefined {
    return this.isRange(element) ? readDate(this.bytes, this.start(element) + 9) : undefined;
  }

  /** Detects CCYYMMDD-CCYYMMDD by its length and dash. */
  private isRange(element: number): boolean {
    if (element > this.elementCount) return false;
    const start = this.start(element);
    return this.end(element) - start === 17 && this.bytes[start + 8] === 0x2d;
  }

  raw(): string {
    return this.slice(this.start(0), this.end(this.elementCount));
  }

  position(): Position {
    return { index: this.index, offset: this.offset };
  }

  /** Returns the text of a byte range of the window. */
  slice(start: number, end: number): string {
    if (end <= start) return '';
    if (this.encoding === 'utf-8') return this.bytes.toString('utf8', start, end);
    if (end - start >= minSharedLength) return this.bytes.toString('latin1', start, end);
    const text = this.windowText ?? this.decodeWindow();
    return text.substring(start - this.windowStart, end - this.windowStart);
  }

  /** Returns the offset of a component of the first repetition, or -1. */
  componentStart(element: number, component: number): number {
    if (element > this.elementCount) return -1;
    let start = this.start(element);
    if (component === 1) return start;
    const { bytes, delimiters } = this;
    const end = this.end(element);
    let left = component - 1;
    for (; start < end; start++) {
      const byte = bytes[start];
      if (byte === delimiters.component) {
        if (--left === 0) return start + 1;
      } else if (byte === delimiters.repetition) return -1;
    }
    return -1;
  }

  componentEnd(element: number, start: number): number {
    const { bytes, delimiters } = this;
    const end = this.end(element);
    let i = start;
    while (i < end && bytes[i] !== delimiters.component && bytes[i] !== delimiters.repetition) i++;
    return i;
  }

  private firstRepetitionEnd(element: number): number {
    const end = this.end(element);
    let i = this.start(element);
    while (i < end && this.bytes[i] !== this.delimiters.repetition) i++;
    return i;
  }

  private equals(start: number, end: number, value: string): boolean {
    if (end - start !== value.length) return false;
    for (let i = 0; i < value.length; i++) if (this.bytes[start + i] !== value.charCodeAt(i)) return false;
    return true;
  }

  private decodeWindow(): string {
    const text = this.bytes.toString('latin1', this.windowStart, this.windowEnd);
    this.windowText = text;
    return text;
  }
}
