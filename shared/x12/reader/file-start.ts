import type { Buffer } from 'node:buffer';
import { X12Error } from '../findings/x12-error.ts';
import type { Delimiters } from './delimiters.ts';
import { readDelimitersWithoutIsa } from './delimiters-without-isa.ts';
import { readIsa } from './isa.ts';

/** A file may begin with so many bytes of other text: mail headers, a banner of a portal, a page of a report. */
const longestText = 65_536;
/** A header shows its delimiters within so many bytes. */
const longestHeader = 1_024;

/**
 * What a file is that does not begin with an ISA: the delimiters of one that begins at GS or ST, or the place of the
 * first ISA behind other text; `incomplete` when more bytes are needed to say. Throws X12Error for anything else.
 */
export function readStart(
  bytes: Buffer,
  start: number,
  end: number,
  last: boolean,
  offset: number,
): Delimiters | number | 'incomplete' {
  const fragment = readDelimitersWithoutIsa(bytes, start, end, last);
  if (fragment !== 'none') return fragment;
  // Of a header that cannot be read nobody knows what it heads: a later one must not hide it.
  if (bytes.toString('latin1', start, start + 3) === 'ISA') {
    throw new X12Error('header_unreadable', 'The ISA does not show its delimiters', offset);
  }
  const header = findHeader(bytes, start, end, last);
  if (header !== undefined) return header;
  throw new X12Error('no_interchange', 'The input does not begin with an ISA segment', offset);
}

/** An ISA is known by its structure, so its letters may occur in the text. */
function findHeader(
  bytes: Buffer,
  start: number,
  end: number,
  last: boolean,
): number | 'incomplete' | undefined {
  if (!last && end - start < longestText + longestHeader) return 'incomplete';
  const limit = Math.min(end, start + longestText);
  for (let at = bytes.indexOf('ISA', start, 'latin1'); at >= 0 && at < limit; ) {
    if (typeof readIsa(bytes, at, end, true) !== 'string') return at;
    at = bytes.indexOf('ISA', at + 1, 'latin1');
  }
  return undefined;
}
