import type { Buffer } from 'node:buffer';
import type { Delimiters } from './delimiters.ts';
import { areUsable, isAlphanumeric, isBlank } from './delimiters.ts';
import type { SegmentCursor } from './segment-cursor.ts';

/** Widths of ISA01 to ISA16. A whole ISA has 106 bytes. */
export const isaWidths: readonly number[] = [2, 10, 2, 10, 2, 15, 2, 15, 6, 4, 1, 5, 9, 1, 1, 1];

const maxTerminator = 4;
/** Maximum length of a header whose elements do not have their fixed widths. */
const maxHeader = 512;

export interface IsaHeader {
  readonly delimiters: Delimiters;
  /** Offset just after ISA16. */
  readonly end: number;
  /** Blanks between ISA16 and the terminator. */
  readonly blanks: number;
  /** True when every element has its fixed width. */
  readonly fixed: boolean;
}

/** `incomplete`: more bytes are needed to decide. `none`: no ISA begins here. */
export type IsaOutcome = IsaHeader | 'incomplete' | 'none';

/**
 * Reads the interchange header that begins at `start`. Byte 3 is the element separator. The header has it at the fixed
 * widths or, when its padding is lost, sixteen times followed by two usable delimiters.
 *
 * @param last no more bytes will come
 */
export function readIsa(bytes: Buffer, start: number, end: number, last: boolean): IsaOutcome {
  const available = end - start;
  for (let i = 0; i < Math.min(3, available); i++) if (bytes[start + i] !== isaBytes[i]) return 'none';
  if (available < 4) return last ? 'none' : 'incomplete';
  const element = bytes[start + 3] ?? 0;
  if (isAlphanumeric(element) || isBlank(element)) return 'none';

  const isFixed = available >= 105 && hasFixedWidths(bytes, start, element);
  const component = isFixed ? start + 104 : findComponent(bytes, start, end, element);
  if (component === undefined) return available >= maxHeader || last ? 'none' : 'incomplete';
  const blanks = blanksBeforeTerminator(bytes, component + 1, end);
  const terminatorAt = component + 1 + blanks;
  if (terminatorAt + maxTerminator > end && !last) return 'incomplete';
  const terminator = readTerminator(bytes, terminatorAt, end);
  const delimiters: Delimiters = {
    element,
    component: bytes[component] ?? 0,
    repetition: readRepetition(bytes, start, element),
    terminator,
  };
  if (!isFixed && !areUsable(delimiters)) return 'none';
  return { delimiters, end: component + 1, blanks, fixed: isFixed };
}

const isaBytes = [0x49, 0x53, 0x41];

function findComponent(bytes: Buffer, start: number, end: number, element: number): number | undefined {
  const limit = Math.min(end, start + maxHeader);
  let found = 0;
  for (let i = start + 3; i < limit; i++) {
    if (bytes[i] === element && ++found === 16) return i + 1 < limit ? i + 1 : undefined;
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

/** ISA11 is the repetition separator from version 00402 on, unless it still holds an old "U". */
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

const maxBlanks = 16;

/** Some systems pad each segment before its terminator. A blank before a letter or digit is no padding. */
function blanksBeforeTerminator(bytes: Buffer, at: number, end: number): number {
  let next = at;
  while (next < Math.min(end, at + maxBlanks) && isPadding(bytes[next])) next++;
  const isPadded = next === end || !isAlphanumeric(bytes[next] ?? 0);
  return isPadded ? next - at : 0;
}

/** Space or tab. */
export const isPadding = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09;

/** Returns one byte or all bytes of one UTF-8 character; no bytes at the end of the input. */
function readTerminator(bytes: Buffer, at: number, end: number): Uint8Array {
  const first = bytes[at];
  if (at >= end || first === undefined) return new Uint8Array();
  const length = first < 0xc2 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 1;
  const rest = bytes.subarray(at + 1, Math.min(at + length, end));
  const isCharacter = rest.length === length - 1 && rest.every((byte) => byte >= 0x80 && byte < 0xc0);
  return Uint8Array.from(isCharacter ? [first, ...rest] : [first]);
}

/** Sets the element offsets of a cursor at an ISA that begins at `start(0)`. */
export function placeIsaElements(cursor: SegmentCursor, { delimiters, fixed, end }: IsaHeader): void {
  let from = cursor.start(0) + 4;
  isaWidths.forEach((width, i) => {
    cursor.starts[i + 1] = from;
    from = fixed ? from + width + 1 : cursor.bytes.indexOf(delimiters.element, from) + 1;
  });
  cursor.starts[17] = end + 1;
}

/** Returns the header with its fixed widths restored, without terminator. */
export function paddedIsa(isa: SegmentCursor): string {
  const separator = String.fromCharCode(isa.delimiters.element);
  const elements = isaWidths.map((width, i) =>
    isa
      .text(i + 1)
      .slice(0, width)
      .padEnd(width),
  );
  return ['ISA', ...elements].join(separator);
}
