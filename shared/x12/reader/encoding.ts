import { type Buffer, isUtf8 } from 'node:buffer';

export type Encoding = 'ascii' | 'utf-8' | 'latin-1';

/** How bytes are to be read as text: UTF-8 where they are valid UTF-8, else Latin-1. */
export function encodingOf(bytes: Buffer, start: number, end: number): Encoding {
  let i = start;
  while (i < end && (bytes[i] ?? 0) < 0x80) i++;
  if (i === end) return 'ascii';
  return isUtf8(bytes.subarray(start, end)) ? 'utf-8' : 'latin-1';
}
