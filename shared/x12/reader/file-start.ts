import type { Buffer } from 'node:buffer';
import { X12Error } from '../findings/x12-error.ts';
import { type Delimiters, isAlphanumeric, isBlank } from './delimiters.ts';
import { readIsa } from './isa.ts';

/** Maximum length of other text before the first ISA: mail headers, a portal banner, a report page. */
const maxLeadingText = 65_536;
/** Maximum length of an ISA whose delimiters can be read. */
const maxHeader = 1_024;

/**
 * Reads the start of a file that does not begin with a readable ISA. Returns the delimiters of a file that begins at
 * GS or ST, the offset of the first ISA after other text, or `incomplete` when more bytes are needed. Throws X12Error
 * for anything else.
 */
export function readStart(
  bytes: Buffer,
  start: number,
  end: number,
  last: boolean,
  offset: number,
): Delimiters | number | 'incomplete' {
  const delimiters = readDelimitersWithoutIsa(bytes, start, end, last);
  if (delimiters !== 'none') return delimiters;
  // Skipping to a later ISA would hide the interchange of this one.
  if (bytes.toString('latin1', start, Math.min(start + 3, end)) === 'ISA') {
    throw new X12Error('header_unreadable', 'The ISA delimiters cannot be read; send a complete ISA', offset);
  }
  const header = findHeader(bytes, start, end, last);
  if (header !== undefined) return header;
  throw new X12Error('no_interchange', 'The input does not begin with an ISA segment; send X12', offset);
}

/** Detects an ISA by its structure, because the letters ISA may occur in other text. */
function findHeader(
  bytes: Buffer,
  start: number,
  end: number,
  last: boolean,
): number | 'incomplete' | undefined {
  if (!last && end - start < maxLeadingText + maxHeader) return 'incomplete';
  const limit = Math.min(end, start + maxLeadingText);
  for (let at = bytes.indexOf('ISA', start, 'latin1'); at >= 0 && at < limit; ) {
    if (typeof readIsa(bytes, at, end, true) !== 'string') return at;
    at = bytes.indexOf('ISA', at + 1, 'latin1');
  }
  return undefined;
}

export const byteOrderMarkStart = 0xef;

/** Returns the length of the byte order mark at `at`, 0 for other bytes, undefined when more bytes are needed. */
export function byteOrderMarkLength(
  bytes: Buffer,
  at: number,
  end: number,
  last: boolean,
): number | undefined {
  if (end - at < 3) return last ? 0 : undefined;
  return bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf ? 3 : 0;
}

/** Maximum length of the first GS or ST, terminator included. */
const maxFirstSegment = 256;
const colon = 0x3a;
const greater = 0x3e;

/**
 * Detects the delimiters of a file without ISA that begins at GS or ST. The element separator follows the id. The
 * terminator is the first other character after the control number that is not alphanumeric. The component separator
 * does not occur there, so the usual one is assumed.
 */
function readDelimitersWithoutIsa(
  bytes: Buffer,
  start: number,
  end: number,
  last: boolean,
): Delimiters | 'incomplete' | 'none' {
  if (end - start < maxFirstSegment && !last) return 'incomplete';
  const id = bytes.toString('latin1', start, Math.min(start + 2, end));
  const element = bytes[start + 2] ?? 0;
  if ((id !== 'GS' && id !== 'ST') || isAlphanumeric(element) || isBlank(element)) return 'none';

  let separators = 0;
  for (let i = start + 2; i < Math.min(end, start + maxFirstSegment); i++) {
    const byte = bytes[i] ?? 0;
    if (byte === element) separators++;
    else if (separators >= (id === 'GS' ? 8 : 2) && !isAlphanumeric(byte)) {
      return {
        element,
        component: byte === colon || element === colon ? greater : colon,
        repetition: undefined,
        terminator: Uint8Array.of(byte),
      };
    }
  }
  return 'none';
}
