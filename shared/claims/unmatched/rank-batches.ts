import type { Batch } from '#claims/claims/batch.ts';
import type { AcknowledgmentEnvelopes, EnvelopeParties } from '../acknowledgments/choose-batch.ts';

type BatchReason =
  | 'control_number'
  | 'interchange_partners'
  | 'group_partners'
  | 'sent_from_here'
  | 'unacknowledged';

export interface BatchCandidate {
  readonly batch: Batch;
  /** 0 to 100. */
  readonly score: number;
  readonly reasons: readonly BatchReason[];
}

const weights: Readonly<Record<BatchReason, number>> = {
  control_number: 40,
  interchange_partners: 25,
  group_partners: 15,
  sent_from_here: 10,
  unacknowledged: 10,
};
const maxCandidates = 20;

/**
 * Returns the batches with the acknowledged control number, likeliest first; of equal ones the newest first. Pure.
 *
 * @param acknowledged ids of the batches that are acknowledged already
 */
export const rankBatches = (
  envelopes: AcknowledgmentEnvelopes,
  batches: readonly Batch[],
  acknowledged: ReadonlySet<string>,
): readonly BatchCandidate[] =>
  batches
    .map((batch): BatchCandidate => {
      const reasons: BatchReason[] = [
        'control_number',
        ...(areSwapped(batch.interchange, envelopes.interchange) ? (['interchange_partners'] as const) : []),
        ...(envelopes.group && areSwapped(batch.group, envelopes.group) ? (['group_partners'] as const) : []),
        ...(batch.direction === 'sent' ? (['sent_from_here'] as const) : []),
        ...(acknowledged.has(batch.id) ? [] : (['unacknowledged'] as const)),
      ];
      return { batch, reasons, score: reasons.reduce((sum, reason) => sum + weights[reason], 0) };
    })
    .toSorted((a, b) => b.score - a.score || (a.batch.at < b.batch.at ? 1 : -1))
    .slice(0, maxCandidates);

const areSwapped = (one: EnvelopeParties, other: EnvelopeParties): boolean =>
  one.sender.trim() === other.receiver.trim() && one.receiver.trim() === other.sender.trim();
