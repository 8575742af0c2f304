import type { Buffer } from 'node:buffer';
import { type FileEnvelope, writeFileEnd, writeFileStart } from '../../envelope/file-envelope.ts';
import { guide837p } from '../../guides/837p.ts';
import { type WriterInput, type WriterOptions, X12Writer } from '../../writer/writer.ts';
import type { WriterDelimiters } from '../../writer/writer-delimiters.ts';
import { maxClaimsPerSet } from '../check/file/claim-set.ts';
import type { ProfessionalClaim } from '../model/claim.ts';
import { ClaimSetWriter, type WrittenClaim } from './claim-set-writer.ts';

export type WritableClaim = WriterInput<ProfessionalClaim>;

export interface WriteClaimsOptions extends WriterOptions {
  /** Maximum claims in one transaction set; default 5,000, the maximum of the TR3. */
  readonly claimsPerSet?: number;
  /** ST02 of the first set; default 1. */
  readonly firstSetNumber?: number;
  /** Receives the place of each claim, which is needed to match acknowledgments. */
  readonly onWritten?: (claim: WrittenClaim) => void;
}

/**
 * Writes claims as one 837P interchange with one functional group. Claims that follow each other and share a
 * transaction, billing provider, subscriber or patient (the same object) share its segments and levels. Delimiters
 * are chosen so that they do not occur in the data. Throws X12Error (`not_writable`) for a value X12 cannot hold.
 */
export function writeClaims(
  claims: Iterable<WritableClaim>,
  envelope: FileEnvelope,
  options: WriteClaimsOptions = {},
): Buffer {
  const writer = new X12Writer(options);
  const sets = begin(writer, envelope, options);
  for (const claim of claims) sets.add(claim);
  sets.end();
  writeFileEnd(writer);
  return writer.bytes();
}

/** Writes any number of claims in bounded memory, because the delimiters are given. */
export async function* streamClaims(
  claims: AsyncIterable<WritableClaim> | Iterable<WritableClaim>,
  envelope: FileEnvelope,
  options: WriteClaimsOptions & { readonly delimiters: WriterDelimiters },
): AsyncGenerator<Buffer> {
  const writer = new X12Writer(options);
  const sets = begin(writer, envelope, options);
  let waiting = 0;
  for await (const claim of claims) {
    sets.add(claim);
    waiting++;
    if (waiting === claimsPerPiece) {
      yield writer.bytes();
      waiting = 0;
    }
  }
  sets.end();
  writeFileEnd(writer);
  yield writer.bytes();
}

const claimsPerPiece = 100;

function begin(writer: X12Writer, envelope: FileEnvelope, options: WriteClaimsOptions): ClaimSetWriter {
  const { claimsPerSet = maxClaimsPerSet, firstSetNumber = 1, onWritten } = options;
  writeFileStart(writer, envelope, guide837p.functionalId, guide837p.version);
  return new ClaimSetWriter(writer, { claimsPerSet, firstSetNumber, ...(onWritten && { onWritten }) });
}
