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
import {
  type DecidingStatus,
  type StatusPolicy,
  type StatusView,
  statusTrigger,
} from '../responses/claim-acknowledgment/status-policy.ts';
import { codeOrMask } from '../responses/engine/json.ts';

/** The acknowledgment of a status, and the claim that it matched. */
export interface AnsweredIn {
  readonly response: string;
  /** From 0, among the statuses of the response. */
  readonly n: number;
  readonly claim: ClaimId;
  /** 2100A NM1 (entity and id), else GS02. */
  readonly sender: string;
  /** The batch that 2200B TRN02 names. */
  readonly batch?: string | undefined;
  /** 2200A DTP*009. */
  readonly processed?: Day | undefined;
  readonly written_on: Day;
  readonly written_at?: Instant | undefined;
  readonly received_at: Instant;
  readonly answered_at: Instant;
  readonly policy: StatusPolicy;
  /** The number by which the status was found (2200D TRN02 in the standard); none of a status about a whole file. */
  readonly number?: string | undefined;
  /** REF*1K where it is not the number of the claim. */
  readonly payerNumber?: string | undefined;
}

/** What a status of a 277CA says about its claim. The verdict is that of the policy of the payer; the reasons are all. */
export function answer(status: StatusView, from: AnsweredIn): Answer {
  const { response, batch, processed, written_at, number, payerNumber } = from;
  const verdict = verdictOf(status, from.policy);
  return {
    fact: 'answer',
    key: factKey(deterministicId('277CA', response, from.n, from.claim)),
    claim: from.claim,
    response,
    from: '277CA',
    ...(number !== undefined && { number }),
    ...(batch && { batch }),
    sender: from.sender,
    ...(processed && { day: processed }),
    written_on: from.written_on,
    ...(written_at && { written_at }),
    received_at: from.received_at,
    answered_at: from.answered_at,
    code: statusCodeText(status),
    verdict,
    contract_class: status.classification,
    reasons: reasonsOf(status),
    ...(payerNumber && verdict !== 'rejected' && { payer_number: payerNumber }),
  };
}

/** `A7:562`: category and status code. */
export const statusCodeText = (status: Pick<StatusView, 'category' | 'statusCode'>): string =>
  [status.category, status.statusCode]
    .filter((code, n) => n === 0 || code !== '')
    .map(codeOrMask)
    .join(':');

/** A status that affects no lane says only that its sender knows the claim. */
function verdictOf(status: StatusView, policy: StatusPolicy): Answer['verdict'] {
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

/** Further reasons are only in the acknowledgment: a claim has to fit an item. */
const maxReasons = 50;

/** STC01, STC10 and STC11 of every STC; a claim may say "line information", and its line what is wrong (RFI 2203). */
function reasonsOf({ statuses, lines = [] }: StatusView): readonly AnswerReason[] {
  return [
    ...statuses.flatMap((status) => reasonsOfStatus(status)),
    ...lines.flatMap((line, index) =>
      line.statuses.flatMap((status) => reasonsOfStatus(status, line.lineControlNumber ?? String(index + 1))),
    ),
  ].slice(0, maxReasons);
}

const reasonsOfStatus = ({ reasons, message }: DecidingStatus, line?: string): readonly AnswerReason[] =>
  reasons.map((reason) => ({ ...reason, ...(message && { message }), ...(line && { line }) }));
