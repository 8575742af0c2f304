import type { Buffer } from 'node:buffer';
import { replaceMarks, type WriterOptions } from '../writer/writer.ts';
import { checkDelimiters, chooseDelimiters, type SearchedText } from '../writer/writer-delimiters.ts';

/**
 * Bytes of a file that comes in pieces with marks for its delimiters. `used` knows the characters of its data.
 * Throws X12Error (`not_writable`) when the data holds a delimiter that the options give.
 */
export function* delimited(
  pieces: Iterable<string>,
  used: SearchedText,
  { delimiters, lineEnd = '' }: WriterOptions,
): Generator<Buffer> {
  if (delimiters !== undefined) checkDelimiters(delimiters, used);
  const chosen = delimiters ?? chooseDelimiters(used);
  for (const piece of pieces) yield replaceMarks(piece, chosen, lineEnd);
}
