import { Buffer } from 'node:buffer';
import type { Delimiters } from '../reader/delimiters.ts';
import type { Encoding } from '../reader/segment-bytes.ts';
import { SegmentCursor } from '../reader/segment-cursor.ts';

/** What the cursor needs to read a segment again. */
export interface SegmentExtent {
  readonly packedId: number;
  readonly elementCount: number;
  readonly index: number;
  /** First byte in the file. */
  readonly offset: number;
  readonly length: number;
  readonly delimiters: Delimiters;
  readonly encoding: Encoding;
  /** Element offsets of an ISA, whose elements have fixed widths and may contain the separator. */
  readonly headerStarts: readonly number[] | undefined;
}

/** A copy of the bytes of neighbouring segments. One cursor reads them, one segment at a time. */
export class SegmentWindow {
  /** Place of the first segment in the file. */
  readonly offset: number;
  private source: Buffer | undefined;
  private readonly sourceStart: number;
  private cursor: SegmentCursor | undefined;
  private bytes: Buffer | undefined;
  private current: SegmentExtent | undefined;

  constructor(first: SegmentCursor) {
    this.offset = first.offset;
    this.source = first.bytes;
    this.sourceStart = first.start(0);
  }

  /** Copies the bytes up to this place in the file, before the reader reuses them. */
  seal(end: number): void {
    const { source, sourceStart } = this;
    if (source === undefined) return;
    this.bytes = Buffer.from(source.subarray(sourceStart, sourceStart + end - this.offset));
    this.source = undefined;
  }

  /** Returns the cursor at this segment. */
  at(segment: SegmentExtent): SegmentCursor {
    const { bytes = Buffer.alloc(0) } = this;
    if (this.cursor === undefined) {
      this.cursor = new SegmentCursor();
      this.cursor.openWindow(bytes, 0, bytes.length);
    }
    const { cursor } = this;
    if (this.current !== segment) {
      this.current = segment;
      place(cursor, bytes, segment, segment.offset - this.offset);
    }
    return cursor;
  }
}

function place(cursor: SegmentCursor, bytes: Buffer, segment: SegmentExtent, from: number): void {
  const { elementCount, delimiters, headerStarts } = segment;
  let { starts } = cursor;
  while (starts.length < elementCount + 2) starts = cursor.growStarts();
  const end = from + segment.length;
  starts[0] = from;
  if (headerStarts === undefined) {
    let element = 0;
    for (let i = from; i < end; i++) if (bytes[i] === delimiters.element) starts[++element] = i + 1;
  } else for (let e = 1; e <= elementCount; e++) starts[e] = from + (headerStarts[e] ?? 0);
  starts[elementCount + 1] = end + 1;
  cursor.elementCount = elementCount;
  cursor.packedId = segment.packedId;
  cursor.index = segment.index;
  cursor.offset = segment.offset;
  cursor.delimiters = delimiters;
  cursor.encoding = segment.encoding;
}
