import { Buffer, isAscii } from 'node:buffer';
import { X12Error } from '../findings/x12-error.ts';
import { type Delimiters, isBlank } from './delimiters.ts';
import { byteOrderMarkLength, byteOrderMarkStart, readStart } from './file-start.ts';
import { type IsaHeader, isPadding, paddedIsa, placeIsaElements, readIsa } from './isa.ts';
import { pack } from './segment.ts';
import { encodingOf, isSegmentStart, packBytes, startsWith } from './segment-bytes.ts';
import { SegmentCursor } from './segment-cursor.ts';
import type { SegmentSink } from './segment-sink.ts';

export interface ReaderLimits {
  /** Number of bytes that are decoded and scanned at a time. */
  readonly windowBytes: number;
  /** A longer segment is skipped and reported, to bound memory. */
  readonly maxSegmentBytes: number;
}

const defaultLimits: ReaderLimits = { windowBytes: 65_536, maxSegmentBytes: 1_048_576 };
const isaId = pack('ISA');
const shortRemainder = 4_096;
const isaFirstByte = 0x49;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const space = 0x20;
const tab = 0x09;

/**
 * Cuts bytes into segments. Chunks may have any size; the sink receives the same calls for any chunking. Memory is
 * bounded by the window and the longest segment. The reader detects a new interchange by the structure of an ISA at the
 * start of a segment, never by its letters in data.
 */
export class SegmentReader {
  private readonly sink: SegmentSink;
  private readonly limits: ReaderLimits;
  private readonly cursor = new SegmentCursor();
  private delimiters: Delimiters | undefined;
  /** Unread bytes are work[at, end); work[0] is byte `base` of the input. */
  private work: Buffer;
  private at = 0;
  private end = 0;
  private base = 0;
  /** No terminator begins in work[at, searchedTo). */
  private searchedTo = 0;
  /** True inside a segment that is too long: bytes are dropped up to its terminator. */
  private skipping = false;
  private isAscii = true;
  /** Blanks directly before the next segment. */
  private indent = '';
  /** Whether the ISA has blanks before its terminator, as its other segments may have. */
  private isPadded = false;

  constructor(sink: SegmentSink, limits: Partial<ReaderLimits> = {}) {
    this.sink = sink;
    this.limits = { ...defaultLimits, ...limits };
    this.work = Buffer.allocUnsafe(this.limits.windowBytes * 2);
  }

  /** Throws X12Error when the input does not begin as X12. */
  write(chunk: Uint8Array): void {
    for (let taken = 0; taken < chunk.length; ) {
      const size = Math.min(this.limits.windowBytes, chunk.length - taken);
      this.makeRoom(size);
      this.work.set(chunk.subarray(taken, taken + size), this.end);
      this.noteAscii(size);
      this.end += size;
      taken += size;
      this.readWindow(false);
    }
  }

  /** Reads the remaining bytes and returns the number of all bytes. */
  finish(): number {
    this.readWindow(true);
    if (this.delimiters === undefined)
      throw new X12Error('no_interchange', 'The input holds no X12 data; send a file that begins with ISA');
    return this.base + this.end;
  }

  private makeRoom(size: number): void {
    if (this.end + size <= this.work.length) return;
    this.sink.windowMoves?.();
    const left = this.end - this.at;
    const enough = left + size <= this.work.length;
    const target = enough ? this.work : Buffer.allocUnsafe(this.work.length * 2);
    this.work.copy(target, 0, this.at, this.end);
    this.work = target;
    this.base += this.at;
    this.searchedTo -= this.at;
    this.at = 0;
    this.end = left;
  }

  /** Rescans a short remainder with the new bytes. Rescanning a long one at each chunk would take quadratic time. */
  private noteAscii(size: number): void {
    const { at, end, work } = this;
    const isShort = end - at <= shortRemainder;
    this.isAscii = (isShort || this.isAscii) && isAscii(work.subarray(isShort ? at : end, end + size));
  }

  private readWindow(last: boolean): void {
    this.cursor.openWindow(this.work, this.at, this.end);
    let more = true;
    while (more) more = this.skipping ? this.skipRest(last) : this.skipBlanks(last) && this.readNext(last);
  }

  /** Moves to the first byte of a segment; false when more bytes are needed. */
  private skipBlanks(last: boolean): boolean {
    const { work, end } = this;
    const terminator = this.delimiters?.terminator[0];
    for (; this.at < end; this.at++) {
      const byte = work[this.at] ?? 0;
      if (byte === byteOrderMarkStart) {
        const length = byteOrderMarkLength(work, this.at, end, last);
        if (length === undefined) return false;
        if (length === 0) break;
        this.sink.repair('byte_order_mark', this.base + this.at, '\u{feff}', '');
        this.at += length - 1;
      } else if (!isBlank(byte) || byte === terminator) break;
      else if (byte !== space && byte !== tab) this.indent = '';
      else if (this.indent.length < 80) this.indent += String.fromCharCode(byte);
    }
    if (this.at >= end) return false;
    if (this.indent !== '') this.sink.repair('indentation', this.base + this.at, this.indent, '');
    this.indent = '';
    return true;
  }

  private readNext(last: boolean): boolean {
    if (this.work[this.at] !== isaFirstByte && this.delimiters !== undefined) return this.readSegment(last);
    const outcome = readIsa(this.work, this.at, this.end, last);
    if (outcome === 'incomplete') return false;
    if (outcome !== 'none') return this.takeIsa(outcome);
    if (this.delimiters !== undefined) return this.readSegment(last);
    const start = readStart(this.work, this.at, this.end, last, this.base + this.at);
    if (start === 'incomplete') return false;
    if (typeof start === 'number') {
      this.sink.repair('leading_text', this.base + this.at, '', '');
      this.at = start;
      return true;
    }
    this.useDelimiters(start);
    this.sink.repair('header_missing', this.base + this.at, '', 'ISA');
    return this.readSegment(last);
  }

  private useDelimiters(delimiters: Delimiters): void {
    this.delimiters = delimiters;
    this.cursor.delimiters = delimiters;
  }

  private takeIsa(header: IsaHeader): true {
    const { cursor, sink, work, at } = this;
    const { delimiters, fixed, end, blanks } = header;
    this.useDelimiters(delimiters);
    this.isPadded = blanks > 0;
    this.place(at, end, 16);
    placeIsaElements(cursor, header);
    if (!fixed)
      sink.repair('header_width', cursor.offset, work.toString('latin1', at, end), paddedIsa(cursor));
    const { length } = delimiters.terminator;
    const terminator = Buffer.from(delimiters.terminator).toString('utf8');
    if (length === 0) sink.repair('terminator_missing', this.base + end, '', '~');
    if (length > 1) sink.repair('terminator_bytes', this.base + end, terminator, '~');
    if (blanks > 0) sink.repair('blank_before_terminator', this.base + end, ' ', '');
    sink.isa(cursor);
    this.at = end + blanks + length;
    return true;
  }

  /**
   * Reads the segment at `at` and all segments that follow with at most line ends between them. Nearly all time of
   * reading is spent here.
   */
  private readSegment(last: boolean): boolean {
    const { cursor, work, end, delimiters } = this;
    if (delimiters === undefined || this.isWaiting(delimiters, last)) return false;
    const element = delimiters.element;
    const terminator = delimiters.terminator[0];
    const size = delimiters.terminator.length;
    const isBare = size === 1 && terminator !== lineFeed && terminator !== carriageReturn;
    const isPlain = this.isAscii && isBare && !this.isPadded;
    const limit = this.limits.maxSegmentBytes;
    for (;;) {
      const { at } = this;
      let i = size === 1 ? cursor.scan(at, end, element, terminator ?? 0) : this.scanWide(at, delimiters);
      if (i >= end && !last) return this.wait(delimiters);
      if (i >= end) i = this.endUnterminated(delimiters);
      else this.at = i + size;
      const { elementCount: count, starts } = cursor;
      if (!isPlain || i === at || i - at > limit) {
        this.deliver(at, i, count);
        return true;
      }
      starts[0] = at;
      starts[count + 1] = i + 1;
      cursor.offset = this.base + at;
      cursor.encoding = 'ascii';
      cursor.packedId = packBytes(work, at, count === 0 ? i : (starts[1] ?? 1) - 1);
      this.sink.segment(cursor);
      let next = this.at;
      while (next < end && (work[next] === lineFeed || work[next] === carriageReturn)) next++;
      if (next >= end || work[next] === isaFirstByte || !isSegmentStart(work[next] ?? 0)) return true;
      this.at = next;
    }
  }

  /** Scans a segment as the cursor does, for a terminator of several bytes or none. */
  private scanWide(at: number, { element, terminator }: Delimiters): number {
    const { cursor, work, end } = this;
    let count = 0;
    let i = at;
    for (; i < end; i++) {
      if (work[i] === element) {
        if (count + 3 > cursor.starts.length) cursor.growStarts();
        cursor.starts[++count] = i + 1;
      } else if (work[i] === terminator[0] && startsWith(work, i, end, terminator)) break;
    }
    cursor.elementCount = count;
    return i;
  }

  /** True when the bytes since the last scan hold no terminator. */
  private isWaiting(delimiters: Delimiters, last: boolean): boolean {
    if (last || this.searchedTo <= this.at) return false;
    const found = this.work.indexOf(delimiters.terminator, this.searchedTo);
    return (found < 0 || found + delimiters.terminator.length > this.end) && !this.wait(delimiters);
  }

  private wait(delimiters: Delimiters): false {
    this.searchedTo = Math.max(this.at, this.end - delimiters.terminator.length + 1);
    this.skipping = this.end - this.at > this.limits.maxSegmentBytes;
    if (this.skipping) this.sink.repair('segment_too_long', this.base + this.at, '', '');
    return false;
  }

  /** Drops bytes up to a terminator; false when more bytes are needed. */
  private skipRest(last: boolean): boolean {
    const terminator = this.delimiters?.terminator ?? new Uint8Array();
    const found = this.work.indexOf(terminator, this.searchedTo);
    this.skipping = found < 0 || found + terminator.length > this.end;
    this.at = this.skipping ? Math.max(this.at, this.end - terminator.length + 1) : found + terminator.length;
    if (this.skipping && last) this.at = this.end;
    this.searchedTo = this.at;
    return !this.skipping;
  }

  /** Ends the last segment, which lacks its terminator. Returns the end of its data. */
  private endUnterminated(delimiters: Delimiters): number {
    let end = this.end;
    while (end > this.at && isBlank(this.work[end - 1] ?? 0)) end--;
    this.sink.repair(
      'terminator_missing',
      this.base + end,
      '',
      Buffer.from(delimiters.terminator).toString('latin1'),
    );
    this.cursor.isUnterminated = true;
    this.at = this.end;
    return end;
  }

  private deliver(from: number, to: number, count: number): void {
    const { cursor, work, sink } = this;
    let end = to;
    if (work[end - 1] === carriageReturn && this.delimiters?.terminator[0] === lineFeed && end > from) {
      end--;
      if (end > from) sink.repair('carriage_return', this.base + end, '\r', '');
    }
    while (this.isPadded && end > from && isPadding(work[end - 1])) end--;
    if (end <= from) sink.repair('empty_segment', this.base + from, '', '');
    else if (end - from > this.limits.maxSegmentBytes) {
      sink.repair('segment_too_long', this.base + from, '', '');
    } else {
      this.place(from, end, count);
      cursor.packedId = packBytes(work, from, cursor.end(0));
      sink.segment(cursor);
    }
  }

  private place(from: number, to: number, count: number): void {
    const { cursor } = this;
    cursor.starts[0] = from;
    cursor.starts[count + 1] = to + 1;
    cursor.elementCount = count;
    cursor.packedId = isaId;
    cursor.offset = this.base + from;
    cursor.encoding = this.isAscii ? 'ascii' : encodingOf(this.work, from, to);
    if (cursor.encoding !== 'ascii') this.sink.repair('encoding', cursor.offset, '', cursor.encoding);
  }
}
