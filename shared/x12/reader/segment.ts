import type { Delimiters } from './delimiters.ts';

/** Place of a segment: its number in the transaction set (ST = 1) and its first byte in the file. */
export interface Position {
  readonly index: number;
  readonly offset: number;
}

/**
 * The current segment of a reader, as offsets into the reader's window. The reader reuses one object for all segments,
 * so a caller must not keep it; text, numbers and {@link position} are safe to keep.
 *
 * Elements, components and repetitions count from 1. Element 0 is the segment id. An absent element reads as empty.
 */
export interface Segment {
  /** Segment id as text: `NM1`. */
  readonly id: string;
  /** The id as {@link pack} packs it, for fast comparison. */
  readonly packedId: number;
  /** Number of elements after the id, empty ones included. */
  readonly elementCount: number;
  /** Number in the transaction set, ST = 1; 0 for envelope segments. */
  readonly index: number;
  /** First byte in the file. */
  readonly offset: number;
  /** Number of bytes without the terminator. */
  readonly length: number;
  readonly delimiters: Delimiters;

  /** True when the element is present and not empty. */
  has(element: number): boolean;
  /** The whole element as sent, with components and repetitions. */
  text(element: number): string;
  /** A component of the first repetition; `component(e, 1)` of a simple element is the element. */
  component(element: number, component: number): string;
  /** Number of components in the first repetition; 0 for an empty element. */
  componentCount(element: number): number;
  /** Repetitions as text, split at the ISA11 separator; no items for an empty element. */
  repetitions(element: number): string[];

  /** Compares the element with ASCII text without making a string. */
  is(element: number, value: string): boolean;
  componentIs(element: number, component: number, value: string): boolean;
  /** Up to four ASCII bytes, packed as by {@link pack}: 0 for an empty element, -1 for more than four bytes. */
  packed(element: number): number;
  packedComponent(element: number, component: number): number;

  /** Exact integer cents; undefined for text that is not a decimal, and above 2 decimal places or 15 digits. */
  cents(element: number): number | undefined;
  /** A decimal as a number; undefined for any other text and for an empty element. */
  decimal(element: number): number | undefined;
  /** `YYYY-MM-DD` of CCYYMMDD or of the first day of CCYYMMDD-CCYYMMDD; undefined for any other text. */
  date(element: number): string | undefined;
  /** Second day of CCYYMMDD-CCYYMMDD; undefined for a single date. */
  endDate(element: number): string | undefined;

  /** The segment as sent, without its terminator. */
  raw(): string;
  /** A copy that is safe to keep. */
  position(): Position;
}

/** Returns the element as sent, or undefined for an empty one. */
export function optionalText(segment: Segment, element: number): string | undefined {
  return segment.has(element) ? segment.text(element) : undefined;
}

/** Packs up to four ASCII characters into one integer: `pack('NM1') === segment.packedId`. */
export function pack(text: string): number {
  if (text.length > 4) return -1;
  let packed = 0;
  for (let i = 0; i < text.length; i++) packed = (packed << 8) | text.charCodeAt(i);
  return packed | 0;
}
