import type { Buffer } from 'node:buffer';

/** Up to four bytes as one integer, as `pack` does with text; 0 for none, -1 for more than four. */
export function packBytes(bytes: Buffer, start: number, end: number): number {
  if (end - start > 4) return -1;
  let packed = 0;
  for (let i = start; i < end; i++) packed = (packed << 8) | (bytes[i] ?? 0);
  return packed | 0;
}

/** Nearly all ids have two or three letters. */
export function packId(bytes: Buffer, start: number, end: number): number {
  const first = ((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0);
  if (end - start === 2) return first;
  return end - start === 3 ? (first << 8) | (bytes[start + 2] ?? 0) : packBytes(bytes, start, end);
}

/** A capital letter: what may follow needs no closer look. */
export function isSegmentStart(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

/** Whether a terminator of several bytes begins at `at`; its first byte is known to. */
export function startsWith(bytes: Buffer, at: number, end: number, value: Uint8Array): boolean {
  if (at + value.length > end) return false;
  for (let i = 1; i < value.length; i++) if (bytes[at + i] !== value[i]) return false;
  return true;
}
