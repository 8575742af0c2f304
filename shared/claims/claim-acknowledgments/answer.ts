import type { ClaimAcknowledgment, ClaimStatus, StatusInformation } from '#x12/277ca/types.ts';
import {
  type Answer,
  type AnswerReason,
  type ClaimId,
  type Day,
  factKey,
  type Instant,
} from '../claims/facts.ts';
import { deterministicId } from '../deterministic-id.ts';
import { isReceipt } from '../responses/claim-acknowledgment/recency.ts';
import { type StatusPolicy, statusTrigger } from '../responses/claim-acknowledgment/status-policy.ts';

/** The acknowledgment of a status, and the claim that it matched. */
export interface AnsweredIn {
  readonly acknowledgment: Pick<ClaimAcknowledgment, 'source' | 'batch' | 'processed'>;
  readonly response: string;
  /** From 1, among the statuses of the response. */
  readonly n: number;
  readonly claim: ClaimId;
  /** GS02, for a source without an id. */
  readonly applicationSender: string;
  readonly written_on: Day;
  readonly written_at?: Instant;
  readonly policy: StatusPolicy;
}

/** What a status of a 277CA says about its claim. The verdict is that of the policy of the payer; the reasons are all. */
export function answer(status: ClaimStatus, from: AnsweredIn): Answer {
  const { acknowledgment, response } = from;
  const { source, batch, processed } = acknowledgment;
  const verdict = verdictOf(status, from.policy);
  const { patientControlNumber, payerControlNumber } = status.standard;
  // Without TRN02, REF*1K may be the number of the claim, as the service contract reads it.
  const payerNumber = patientControlNumber === undefined ? undefined : payerControlNumber;
  return {
    fact: 'answer',
    key: factKey(deterministicId('277CA', response, from.n)),
    claim: from.claim,
    response,
    from: '277CA',
    number: patientControlNumber ?? status.patientControlNumber,
    ...(batch && { batch }),
    sender: source.id === undefined ? from.applicationSender : `${source.entity}:${source.id}`,
    ...(processed && { day: processed }),
    written_on: from.written_on,
    ...(from.written_at && { written_at: from.written_at }),
    verdict,
    contract_class: status.classification,
    reasons: reasonsOf(status),
    ...(payerNumber && verdict !== 'rejected' && { payer_number: payerNumber }),
  };
}

/** A status that affects no lane says only that its sender knows the claim. */
function verdictOf(status: ClaimStatus, policy: StatusPolicy): Answer['verdict'] {
  if (isReceipt(status)) return 'receipt';
  switch (statusTrigger(status, policy)) {
    case 'accepted':
      return 'accepted';
    case 'payer_rejected':
      return 'rejected';
    case 'pended':
      return 'pended';
    case 'questioned':
      return 'unclear';
    case undefined:
      return 'receipt';
  }
}

/** STC01, STC10 and STC11 of every STC; a claim may say "line information", and its line what is wrong (RFI 2203). */
function reasonsOf({ statuses, lines }: ClaimStatus): readonly AnswerReason[] {
  return [
    ...statuses.flatMap((status) => reasonsOfStatus(status)),
    ...lines.flatMap((line, index) =>
      line.statuses.flatMap((status) => reasonsOfStatus(status, line.lineControlNumber ?? String(index + 1))),
    ),
  ];
}

const reasonsOfStatus = ({ reasons, message }: StatusInformation, line?: string): readonly AnswerReason[] =>
  reasons.map((reason) => ({ ...reason, ...(message && { message }), ...(line && { line }) }));
