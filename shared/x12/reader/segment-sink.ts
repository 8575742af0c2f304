import type { SegmentCursor } from './segment-cursor.ts';

/** Faults that the reader repairs or skips by itself. */
export type RepairKind =
  | 'byte_order_mark'
  | 'leading_text'
  | 'indentation'
  | 'header_width'
  | 'header_missing'
  | 'terminator_bytes'
  | 'terminator_missing'
  | 'blank_before_terminator'
  | 'carriage_return'
  | 'empty_segment'
  | 'encoding'
  | 'segment_too_long';

/** Receives segments and repairs in file order. The reader reuses one cursor for all segments. */
export interface SegmentSink {
  /** Called for an ISA; the cursor already has the delimiters of the new interchange. */
  isa(segment: SegmentCursor): void;
  /** Called for any other segment. */
  segment(segment: SegmentCursor): void;
  /** Called before the bytes of the window move; cursors that follow an earlier segment must detach now. */
  windowMoves?(): void;
  /** Called before the repaired segment. `before` is the text as found, `after` the text as read. */
  repair(kind: RepairKind, offset: number, before: string, after: string): void;
}
