import type { Buffer } from 'node:buffer';
import type { Delimiters } from './delimiters.ts';
import { areUsable, isAlphanumeric, isBlank } from './delimiters.ts';

/** Widths of ISA01 to ISA16; with the id, 16 separators and the terminator they make 106 bytes. */
export const isaWidths: readonly number[] = [2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1];

const longestTerminator = 4;
/** A header with other widths is read when its sixteen separators come within this many bytes. */
const longestHeader = 512;

export interface IsaHeader {
  readonly delimiters: Delimiters;
  /** Offset just after ISA16, where the terminator begins. */
  readonly end: number;
  /** Whether every element has its width. */
  readonly fixed: boolean;
  /** Whether the delimiters are told apart from data and from each other. */
  readonly usable: boolean;
}

/**
 * - `incomplete`: it may be an ISA, more bytes are needed to say.
 * - `none`: no ISA begins here.
 */
export type IsaOutcome = IsaHeader | 'incomplete' | 'none';

/**
 * Reads the interchange header that begins at `start`, by its structure: the separator of byte 3 at each place the
 * fixed widths say, or else (a header whose padding was lost) sixteen of them and then two characters that can be
 * delimiters. `last` tells that no more bytes will come.
 */
export function readIsa(bytes: Buffer, start: number, end: number, last: boolean): IsaOutcome {
  const available = end - start;
  for (let i = 0; i < Math.min(3, available); i++) if (bytes[start + i] !== isaBytes[i]) return 'none';
  if (available < 4) return last ? 'none' : 'incomplete';
  const element = bytes[start + 3] ?? 0;
  if (isAlphanumeric(element) || isBlank(element)) return 'none';

  const isFixed = available >= 105 && hasFixedWidths(bytes, start, element);
  const component = isFixed ? start + 104 : findComponent(bytes, start, end, element);
  if (component === undefined) return available >= longestHeader || last ? 'none' : 'incomplete';
  const terminatorAt = component + 1;
  if (terminatorAt + longestTerminator > end && !last) return 'incomplete';
  const terminator = readTerminator(bytes, terminatorAt, end);
  const delimiters: Delimiters = {
    element,
    component: bytes[component] ?? 0,
    repetition: readRepetition(bytes, start, element),
    terminator,
  };
  const usable = areUsable(delimiters);
  if (!isFixed && !usable) return 'none';
  return { delimiters, end: terminatorAt, fixed: isFixed, usable };
}

const isaBytes = [0x49, 0x53, 0x41];

function findComponent(bytes: Buffer, start: number, end: number, element: number): number | undefined {
  const limit = Math.min(end, start + longestHeader);
  let seen = 0;
  for (let i = start + 3; i < limit; i++) {
    if (bytes[i] === element && ++seen === 16) return i + 1 < limit ? i + 1 : undefined;
  }
  return undefined;
}

function hasFixedWidths(bytes: Buffer, start: number, element: number): boolean {
  let at = start + 3;
  return isaWidths.every((width) => {
    const isSeparator = bytes[at] === element;
    at += width + 1;
    return isSeparator;
  });
}

/** ISA11 is the repetition separator from version 00402 on, unless an old "U" was left in it. */
function readRepetition(bytes: Buffer, start: number, element: number): number | undefined {
  const separators: number[] = [];
  for (let i = start + 3; separators.length < 13; i++) if (bytes[i] === element) separators.push(i);
  const [at = 0, next = 0, versionEnd = 0] = separators.slice(10, 13);
  const value = bytes[at + 1] ?? 0;
  const version = bytes.toString('latin1', next + 1, versionEnd).trim();
  return next - at === 2 && version >= '00402' && !isAlphanumeric(value) && !isBlank(value)
    ? value
    : undefined;
}

/** One byte, or all bytes of one UTF-8 character; empty at the end of the input. */
function readTerminator(bytes: Buffer, at: number, end: number): Uint8Array {
  const first = bytes[at];
  if (at >= end || first === undefined) return new Uint8Array();
  const length = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
  const rest = bytes.subarray(at + 1, Math.min(at + length, end));
  const isCharacter = rest.length === length - 1 && rest.every((byte) => byte >= 0x80 && byte < 0xc0);
  return Uint8Array.from(isCharacter ? [first, ...rest] : [first]);
}
