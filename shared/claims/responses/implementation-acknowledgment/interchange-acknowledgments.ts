import type { InterchangeAcknowledgment, InterchangeHeader } from '#x12/engine/consumer.ts';
import type { SetClaims } from '../../claim/batch.ts';
import { deterministicId } from '../../deterministic-id.ts';
import { codeOrMask } from '../engine/json.ts';
import { codeWithText, interchangeNotes } from './acknowledgment-codes.ts';
import type { ClaimVerdict } from './batch-verdicts.ts';
import type { EnvelopeType } from './envelope-acknowledgments.ts';
import { type EnvelopeAcknowledgmentPorts, interchangeAcknowledgmentFacts } from './stored-acknowledgment.ts';

interface ReceivedTa1 {
  readonly ta1: InterchangeAcknowledgment;
  readonly interchange: InterchangeHeader;
}

/** The TA1: a refused interchange refuses all its claims. */
export const interchangeAcknowledgments = ({
  batches,
}: Pick<EnvelopeAcknowledgmentPorts, 'batches'>): EnvelopeType<ReceivedTa1> => ({
  kind: 'TA1',
  listen: (run, parts) => ({
    interchangeAcknowledgment(ta1, interchange) {
      if (!run.isSoundInterchange(interchange)) return;
      parts.begin({ ta1, interchange }, ta1.offset);
      parts.end(undefined);
    },
  }),
  idOf({ ta1, interchange: { sender, controlNumber } }) {
    const { date, time, code, note } = ta1;
    return deterministicId('TA1', sender, controlNumber, ta1.controlNumber, date, time, code, note);
  },
  envelopesOf: ({ interchange }) => ({ interchange }),
  findBatches: ({ ta1 }) => batches.findByInterchange(ta1.controlNumber),
  // An interchange may hold several groups.
  areTogether: (one, other) =>
    one.direction === other.direction &&
    one.file_id === other.file_id &&
    one.submission_id === other.submission_id,
  verdictsOn: async ({ ta1 }, { id }) => ({
    claims: await refusedClaims(ta1, batches.claimsOf(id)),
    findings: [],
  }),
  newRecord: ({ ta1, interchange }, shared) => ({
    ...shared,
    ...interchangeAcknowledgmentFacts(ta1, interchange, shared.received_at),
  }),
  setsOf: () => [],
});

/** The verdicts of a TA1 on the claims of a batch. The 999 decides about the claims of an accepted interchange. */
export async function refusedClaims(
  { code, note }: Pick<InterchangeAcknowledgment, 'code' | 'note'>,
  sets: AsyncIterable<SetClaims>,
): Promise<readonly ClaimVerdict[]> {
  if (code !== 'R') return [];
  const errors = [`interchange ${codeWithText(interchangeNotes, codeOrMask(note))}`];
  const verdicts: ClaimVerdict[] = [];
  for await (const { set, claims } of sets) {
    for (const { claim_id, patient_control_number } of claims) {
      const place = { claim_id, patient_control_number, set };
      verdicts.push({ ...place, verdict: 'rejected', role: 'collateral', errors });
    }
  }
  return verdicts;
}
