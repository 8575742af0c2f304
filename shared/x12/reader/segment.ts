import type { Delimiters } from './delimiters.ts';

/** Where a segment stands: its place in the set (ST = 1) and its first byte in the file. */
export interface Position {
  readonly index: number;
  readonly offset: number;
}

/**
 * The segment being read: offsets into the reader's window, no copy of the data. One object is reused for all
 * segments of a file, so nothing may keep it after the call that received it; what is to be kept is taken out as
 * text, number or {@link position}.
 *
 * Elements count from 1, as in the standard; 0 is the segment id. Components and repetitions count from 1 too. An
 * absent element reads as empty.
 */
export interface Segment {
  /** Segment id as text: `NM1`. */
  readonly id: string;
  /** The id as {@link pack} makes it, for fast comparison. */
  readonly packedId: number;
  /** How many elements follow the id, empty ones included. */
  readonly elementCount: number;
  /** Position in the transaction set, ST = 1; for envelope segments 0. */
  readonly index: number;
  /** Of the first byte, in the file. */
  readonly offset: number;
  /** Bytes from the id to the terminator, the terminator excluded. */
  readonly length: number;
  readonly delimiters: Delimiters;

  /** Whether the element is there and not empty. */
  has(element: number): boolean;
  /** The whole element as sent (components and repetitions included), UTF-8 where valid, else Latin-1. */
  text(element: number): string;
  /** A component of the element's first repetition; `component(e, 1)` of a simple element is the element. */
  component(element: number, component: number): string;
  /** How many components the first repetition of the element has; 0 when it is empty. */
  componentCount(element: number): number;
  /** The repetitions of an element as text, split at the ISA11 separator; empty when the element is. */
  repetitions(element: number): string[];

  /** Whether the element equals this ASCII text; makes no string. */
  is(element: number, value: string): boolean;
  componentIs(element: number, component: number, value: string): boolean;
  /** Up to four ASCII bytes as one integer, see {@link pack}; 0 when empty, -1 when longer than four bytes. */
  packed(element: number): number;
  packedComponent(element: number, component: number): number;

  /** A decimal as exact integer cents; undefined when empty, not a decimal, beyond 2 places or 15 digits. */
  cents(element: number): number | undefined;
  componentCents(element: number, component: number): number | undefined;
  /** A decimal as a number; undefined when empty or not a decimal. */
  decimal(element: number): number | undefined;
  /** CCYYMMDD, or the first day of CCYYMMDD-CCYYMMDD, as `YYYY-MM-DD`; undefined when it is not a calendar date. */
  date(element: number): string | undefined;
  /** The second day of CCYYMMDD-CCYYMMDD; undefined for a single date. */
  endDate(element: number): string | undefined;

  /** The bytes of the segment as sent, without terminator, as text. */
  raw(): string;
  /** A copy of the place, safe to keep. */
  position(): Position;
}

/** Packs up to four ASCII characters into one integer: `pack('NM1') === segment.packedId`. */
export function pack(text: string): number {
  if (text.length > 4) return -1;
  let packed = 0;
  for (let i = 0; i < text.length; i++) packed = (packed << 8) | text.charCodeAt(i);
  return packed | 0;
}
