import type { IsaHeader } from './isa.ts';
import type { SegmentCursor } from './segment-cursor.ts';

/** What the reader mends by itself, so that reading goes on. */
export type RepairKind =
  | 'byte_order_mark'
  | 'leading_text'
  | 'indentation'
  | 'header_width'
  | 'header_missing'
  | 'terminator_bytes'
  | 'terminator_missing'
  | 'carriage_return'
  | 'empty_segment'
  | 'encoding'
  | 'segment_too_long';

/** Receives what a reader finds, in file order. The cursor is the reader's own and changes with the next segment. */
export interface SegmentSink {
  /** An ISA; the cursor's delimiters are those of the new interchange. */
  isa(segment: SegmentCursor, reading: IsaHeader): void;
  /** Any other segment. */
  segment(segment: SegmentCursor): void;
  /** The bytes of the window move: what points at a segment of before has to copy it now. */
  windowMoves?(): void;
  /** Called before the segment it concerns. `before` and `after` are the text as found and as read. */
  repair(kind: RepairKind, offset: number, before: string, after: string): void;
}
