import { Buffer, isAscii } from 'node:buffer';
import { X12Error } from '../findings/x12-error.ts';
import { type Delimiters, isBlank } from './delimiters.ts';
import { encodingOf } from './encoding.ts';
import { readStart } from './file-start.ts';
import { type IsaHeader, readIsa } from './isa.ts';
import { paddedIsa, placeIsaElements } from './isa-segment.ts';
import { pack } from './segment.ts';
import { isSegmentStart, packBytes, packId, startsWith } from './segment-bytes.ts';
import { SegmentCursor } from './segment-cursor.ts';
import type { SegmentSink } from './segment-sink.ts';

export interface ReaderLimits {
  /** Bytes decoded and scanned at a time. */
  readonly windowBytes: number;
  /** A longer segment is skipped and reported, so that memory stays bounded. */
  readonly maxSegmentBytes: number;
}

const defaultLimits: ReaderLimits = { windowBytes: 65_536, maxSegmentBytes: 1_048_576 };
const isaId = pack('ISA');
const shortRest = 4_096;
const isaFirstByte = 0x49;
const carriageReturn = 0x0d;
const lineFeed = 0x0a;
const space = 0x20;
const tab = 0x09;
const byteOrderMark = [0xef, 0xbb, 0xbf] as const;

/**
 * Cuts bytes into segments. Chunks may be of any size and cut anywhere: bytes are kept until a segment is complete,
 * and what the sink receives does not depend on how they came. Memory is bounded by the window and the longest
 * segment.
 *
 * A new interchange is seen by the structure of an ISA at the start of a segment, never by its letters in data.
 */
export class SegmentReader {
  private readonly sink: SegmentSink;
  private readonly limits: ReaderLimits;
  private readonly cursor = new SegmentCursor();
  private delimiters: Delimiters | undefined;
  /** Unread bytes lie in work[at, end); work[0] is byte `base` of the input. */
  private work: Buffer;
  private at = 0;
  private end = 0;
  private base = 0;
  /** No terminator begins in work[at, searchedTo). */
  private searchedTo = 0;
  /** In a segment that is too long: everything up to its terminator is dropped. */
  private skipping = false;
  private isAscii = true;
  /** Blanks seen directly before the next segment. */
  private indent = '';

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

  /** All bytes were written; reads what is left and tells how many bytes there were. */
  finish(): number {
    this.readWindow(true);
    if (this.delimiters === undefined) throw new X12Error('no_interchange', 'The input holds no X12 data');
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

  /** A short rest is looked at again with the new bytes; a long one would be, at each byte, for as long as it lasts. */
  private noteAscii(size: number): void {
    const { at, end, work } = this;
    const isLong = end - at > shortRest;
    this.isAscii = isLong
      ? this.isAscii && isAscii(work.subarray(end, end + size))
      : isAscii(work.subarray(at, end + size));
  }

  private readWindow(last: boolean): void {
    this.cursor.openWindow(this.work, this.at, this.end);
    let more = true;
    while (more) more = this.skipping ? this.skipRest(last) : this.skipBlanks(last) && this.readNext(last);
  }

  /** Moves to the first byte of a segment; false when it has not come yet. */
  private skipBlanks(last: boolean): boolean {
    const { work, end } = this;
    const terminator = this.delimiters?.terminator[0];
    for (; this.at < end; this.at++) {
      const byte = work[this.at] ?? 0;
      if (byte === byteOrderMark[0]) {
        const mark = this.skipByteOrderMark(last);
        if (mark === 'incomplete') return false;
        if (mark === 'none') break;
      } else if (!isBlank(byte) || byte === terminator) break;
      else if (byte !== space && byte !== tab) this.indent = '';
      else if (this.indent.length < 80) this.indent += String.fromCharCode(byte);
    }
    if (this.at >= end) return false;
    if (this.indent !== '') this.sink.repair('indentation', this.base + this.at, this.indent, '');
    this.indent = '';
    return true;
  }

  /** Leaves `at` on the mark's last byte. */
  private skipByteOrderMark(last: boolean): 'skipped' | 'incomplete' | 'none' {
    if (this.end - this.at < 3) return last ? 'none' : 'incomplete';
    if (!byteOrderMark.every((byte, i) => this.work[this.at + i] === byte)) return 'none';
    this.sink.repair('byte_order_mark', this.base + this.at, '\u{feff}', '');
    this.at += 2;
    return 'skipped';
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
    this.delimiters = start;
    this.cursor.delimiters = start;
    this.sink.repair('header_missing', this.base + this.at, '', 'ISA');
    return this.readSegment(last);
  }

  private takeIsa(reading: IsaHeader): true {
    const { cursor, work, at } = this;
    const { delimiters, fixed, end } = reading;
    this.delimiters = delimiters;
    cursor.delimiters = delimiters;
    this.place(at, end, 16);
    placeIsaElements(cursor, reading);
    const terminator = Buffer.from(delimiters.terminator).toString('utf8');
    const { sink } = this;
    if (!fixed)
      sink.repair('header_width', cursor.offset, work.toString('latin1', at, end), paddedIsa(cursor));
    if (terminator === '') sink.repair('terminator_missing', this.base + end, '', '~');
    if (delimiters.terminator.length > 1) sink.repair('terminator_bytes', this.base + end, terminator, '~');
    sink.isa(cursor, reading);
    this.at = end + delimiters.terminator.length;
    return true;
  }

  /**
   * Reads the segment at `at`, and on from there as long as segments follow one another with at most line ends
   * between them; this is where nearly all the time of reading goes.
   */
  private readSegment(last: boolean): boolean {
    const { cursor, work, end, delimiters } = this;
    if (delimiters === undefined || this.isWaiting(delimiters, last)) return false;
    const element = delimiters.element;
    const terminator = delimiters.terminator[0];
    const size = delimiters.terminator.length;
    const isPlain = this.isAscii && size === 1 && terminator !== lineFeed && terminator !== carriageReturn;
    const unrolledEnd = size === 1 ? end - 3 : 0;
    const limit = this.limits.maxSegmentBytes;
    let { starts } = cursor;
    let at = this.at;
    for (;;) {
      let count = 0;
      let i = at;
      // Four bytes a turn: half as slow again in one. What is left, or ends at a terminator, goes to the plain loop.
      while (i < unrolledEnd) {
        if (count + 6 > starts.length) starts = cursor.growStarts();
        let byte = work[i];
        if (byte === element) starts[++count] = i + 1;
        else if (byte === terminator) break;
        byte = work[++i];
        if (byte === element) starts[++count] = i + 1;
        else if (byte === terminator) break;
        byte = work[++i];
        if (byte === element) starts[++count] = i + 1;
        else if (byte === terminator) break;
        byte = work[++i];
        if (byte === element) starts[++count] = i + 1;
        else if (byte === terminator) break;
        i++;
      }
      for (; i < end; i++) {
        const byte = work[i];
        if (byte === element) {
          if (count + 3 > starts.length) starts = cursor.growStarts();
          starts[++count] = i + 1;
        } else if (byte === terminator && (size === 1 || startsWith(work, i, end, delimiters.terminator)))
          break;
      }
      this.at = at;
      if (i >= end && !last) return this.wait(delimiters);
      if (i >= end) i = this.endUnterminated(delimiters);
      else this.at = i + size;
      if (!isPlain || i === at || i - at > limit) {
        this.deliver(at, i, count);
        return true;
      }
      starts[0] = at;
      starts[count + 1] = i + 1;
      cursor.elementCount = count;
      cursor.offset = this.base + at;
      cursor.encoding = 'ascii';
      cursor.packedId = packId(work, at, count === 0 ? i : (starts[1] ?? 1) - 1);
      this.sink.segment(cursor);
      at = this.at;
      while (work[at] === lineFeed || work[at] === carriageReturn) at++;
      const next = work[at] ?? 0;
      if (at >= end || !isSegmentStart(next) || next === isaFirstByte) return true;
    }
  }

  /** True when the bytes that came since the last look hold no terminator: no need to scan the segment again. */
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

  /** Drops bytes up to a terminator; false when it has not come yet. */
  private skipRest(last: boolean): boolean {
    const terminator = this.delimiters?.terminator ?? new Uint8Array();
    const found = this.work.indexOf(terminator, this.searchedTo);
    this.skipping = found < 0 || found + terminator.length > this.end;
    this.at = this.skipping ? Math.max(this.at, this.end - terminator.length + 1) : found + terminator.length;
    if (this.skipping && last) this.at = this.end;
    this.searchedTo = this.at;
    return !this.skipping;
  }

  /** The last segment of the input lacks its terminator; returns where its data ends. */
  private endUnterminated(delimiters: Delimiters): number {
    let end = this.end;
    while (end > this.at && isBlank(this.work[end - 1] ?? 0)) end--;
    const terminator = Buffer.from(delimiters.terminator).toString('latin1');
    this.sink.repair('terminator_missing', this.base + end, '', terminator);
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
