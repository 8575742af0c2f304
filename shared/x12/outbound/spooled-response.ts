import type { Buffer } from 'node:buffer';
import type { UsedCharacters } from '../writer/spool.ts';
import { type InterchangeEnvelope, replaceMarks, type WriterOptions } from '../writer/writer.ts';
import { checkDelimiters, chooseDelimiters } from '../writer/writer-delimiters.ts';

/** A response to one interchange that waits on spools for its envelopes. */
export interface SpooledResponse {
  readonly used: UsedCharacters;
  /** Returns the whole file with marks in place of delimiters. */
  marked(envelope: InterchangeEnvelope): Iterable<string>;
}

/**
 * Returns the bytes of a response under an envelope. Throws X12Error (`not_writable`) when the data contains a delimiter
 * from the options.
 */
export function* responseBytes(
  { used, marked }: SpooledResponse,
  envelope: InterchangeEnvelope,
  { delimiters, lineEnd = '' }: WriterOptions,
): Generator<Buffer> {
  used.note(envelope.sender + envelope.receiver);
  if (delimiters !== undefined) checkDelimiters(delimiters, used);
  const chosen = delimiters ?? chooseDelimiters(used);
  for (const piece of marked(envelope)) yield replaceMarks(piece, chosen, lineEnd);
}
