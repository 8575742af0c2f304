import type { Buffer } from 'node:buffer';
import { type Delimiters, isAlphanumeric, isBlank } from './delimiters.ts';

/** Bytes within which a GS or ST shows its terminator. */
const longestFirstSegment = 256;
const colon = 0x3a;
const greater = 0x3e;

/**
 * Delimiters of a file that begins at GS or ST, its ISA lost: the separator stands after the id, the terminator is
 * the first other character that is not alphanumeric after the control number. The component separator cannot be
 * seen there; it is the usual one.
 */
export function readDelimitersWithoutIsa(
  bytes: Buffer,
  start: number,
  end: number,
  last: boolean,
): Delimiters | 'incomplete' | 'none' {
  if (end - start < longestFirstSegment && !last) return 'incomplete';
  const id = bytes.toString('latin1', start, Math.min(start + 2, end));
  const element = bytes[start + 2] ?? 0;
  if ((id !== 'GS' && id !== 'ST') || isAlphanumeric(element) || isBlank(element)) return 'none';

  let separators = 0;
  for (let i = start + 2; i < Math.min(end, start + longestFirstSegment); i++) {
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
