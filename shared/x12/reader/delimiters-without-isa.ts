import type { Buffer } from 'node:buffer';
import { type Delimiters, isAlphanumeric, isBlank } from './delimiters.ts';

/** Maximum length of the first GS or ST, terminator included. */
const maxFirstSegment = 256;
const colon = 0x3a;
const greater = 0x3e;

/**
 * Detects the delimiters of a file without ISA that begins at GS or ST. The element separator follows the id. The
 * terminator is the first other character after the control number that is not alphanumeric. The component separator
 * does not occur there, so the usual one is assumed.
 */
export function readDelimitersWithoutIsa(
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
