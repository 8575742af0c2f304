import { type Buffer, isUtf8 } from 'node:buffer';

/** Encoding of the bytes of a segment. */
export type Encoding = 'ascii' | 'utf-8' | 'latin-1';

/** Detects the encoding of a byte range: UTF-8 where the bytes are valid UTF-8, else Latin-1. */
export function encodingOf(bytes: Buffer, start: number, end: number): Encoding {
  let i = start;
  while (i < end && (bytes[i] ?? 0) < 0x80) i++;
  if (i === end) return 'ascii';
  return isUtf8(bytes.subarray(start, end)) ? 'utf-8' : 'latin-1';
}

/** Packs up to four bytes into one integer, as `pack` packs text: 0 for no bytes, -1 for more than four. */
export function packBytes(bytes: Buffer, start: number, end: number): number {
  if (end - start > 4) return -1;
  let packed = 0;
  for (let i = start; i < end; i++) packed = (packed << 8) | (bytes[i] ?? 0);
  return packed | 0;
}

/** `packBytes` for a segment id: fast for the usual two or three letters. */
export function packId(bytes: Buffer, start: number, end: number): number {
  const first = ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0);
  if (end - start === 2) return first;
  return end - start === 3 ? (first << 8) | (bytes[start + 2] ?? 0) : packBytes(bytes, start, end);
}

/** A capital letter starts a segment; blanks and byte order marks need the slow path. */
export function isSegmentStart(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

/** Compares a terminator of several bytes whose first byte already matched. */
export function startsWith(bytes: Buffer, at: number, end: number, value: Uint8Array): boolean {
  if (at + value.length > end) return false;
  for (let i = 1; i < value.length; i++) if (bytes[at + i] !== value[i]) return false;
  return true;
}
