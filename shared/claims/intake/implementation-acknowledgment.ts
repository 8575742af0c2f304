import { writeAcknowledgmentFiles } from '#x12/outbound/acknowledge.ts';
import type { InterchangeVerdict } from '#x12/outbound/verdict-collector.ts';

/** How many control numbers the acknowledgments of these interchanges may take: a TA1, a 999 and a 277CA each. */
export const controlNumbersFor = (verdicts: readonly InterchangeVerdict[]): number => 3 * verdicts.length;

/** Of the numbers from `first` on, those of TA1 and 999 come first. */
export const firstClaimAcknowledgmentNumber = (
  first: number,
  verdicts: readonly InterchangeVerdict[],
): number => first + 2 * verdicts.length;

/**
 * The 999 for each interchange of a file that holds 837P, and a TA1 before it where one is asked for or due, one
 * after the other. Empty when the file's own envelopes leave nothing to name. Sets are refused for their envelopes
 * only; claims with errors are taken in as drafts, so their set is accepted with errors noted (IK5 E).
 */
export function implementationAcknowledgmentBytes(
  verdicts: readonly InterchangeVerdict[],
  controlNumber: number,
  moment: Date,
): Uint8Array {
  const files = writeAcknowledgmentFiles(verdicts, { controlNumber, moment, lineEnd: '\n' });
  return Buffer.concat(files.map(({ bytes }) => bytes));
}
