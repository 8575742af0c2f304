import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { PlacedAnswer } from '#claims/claims/answers.ts';
import type { Batch } from '#claims/claims/batch.ts';
import type { Claim } from '#claims/claims/claim.ts';
import type { ClaimChange } from '#claims/claims/claim-change.ts';
import {
  type Answer,
  type AnswerReason,
  type ClaimId,
  claimId,
  type Day,
  type FactKey,
  factKey,
  type Instant,
} from '#claims/claims/facts.ts';
import { addStatement, foldChain, type NewFacts } from '#claims/claims/fold-chain.ts';
import { ambiguous } from '#claims/claims/known-facts.ts';
import type { ClaimState } from '#claims/claims/state.ts';
import { shortId } from '#claims/deterministic-id.ts';
import type { BatchLookup, ClaimLookup, ResponseStore } from '#claims/files/claim-lookup.ts';
import { codeOrMask } from '#claims/files/response-json.ts';
import { dispositionOf } from '#x12/277ca/classification.ts';
import {
  type DecidingStatus,
  isReceipt,
  type StatusPolicy,
  type StatusView,
  statusTrigger,
} from './status-policy.ts';
import type { StatusOutcome, StoredClaimAcknowledgment } from './stored-claim-acknowledgment.ts';

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

/** Returns the statement of a 277CA status about its claim, with the verdict by the policy of the payer and all reasons. */
export function answer(status: StatusView, from: AnsweredIn): Answer {
  const { response, batch, processed, written_at, number, payerNumber } = from;
  const verdict = verdictOf(status, from.policy);
  const code = statusCodeText(status);
  const rejecting = verdict === 'rejected' ? rejectingCode(status) : undefined;
  return {
    fact: 'answer',
    key: keyOf(from),
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
    code,
    ...(rejecting !== undefined && rejecting !== code && { rejecting_code: rejecting }),
    verdict,
    contract_class: status.classification,
    ...(verdict === 'unclear' && { disposition: status.disposition }),
    reasons: reasonsOf(status),
    ...(payerNumber && verdict !== 'rejected' && { payer_number: payerNumber }),
  };
}

/** A status with a number is about one claim, one about a whole file about each. Short, because each claim stores it. */
const keyOf = ({ response, n, number, claim }: AnsweredIn): FactKey =>
  factKey(number === undefined ? shortId('277CA', response, n, claim) : `${response} ${n}`);

/** `A7:562`: category and status code. */
const statusCodeText = (status: Pick<StatusView, 'category' | 'statusCode'>): string =>
  [status.category, status.statusCode]
    .filter((code, n) => n === 0 || code !== '')
    .map(codeOrMask)
    .join(':');

/** The code of the last STC that rejects by the standard. */
function rejectingCode({ statuses, serviceLines = [] }: StatusView): string | undefined {
  const deciding = statuses.length > 0 ? statuses : serviceLines.flatMap((line) => line.statuses);
  const reason = deciding.findLast((status) => dispositionOf(status) === 'rejected')?.reasons[0];
  return reason && statusCodeText({ category: reason.category, statusCode: reason.code });
}

/** A status that affects no lane only shows that its sender knows the claim. */
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

/** STC01, STC10 and STC11 of every STC; a claim may have "line information", and its line the fault (RFI 2203). */
function reasonsOf({ statuses, serviceLines = [] }: StatusView): readonly AnswerReason[] {
  return [
    ...statuses.flatMap((status) => reasonsOfStatus(status)),
    ...serviceLines.flatMap((line, index) =>
      line.statuses.flatMap((status) => reasonsOfStatus(status, line.lineControlNumber ?? String(index + 1))),
    ),
  ].slice(0, maxReasons);
}

const reasonsOfStatus = ({ reasons, message }: DecidingStatus, line?: string): readonly AnswerReason[] =>
  reasons.map((reason) => ({ ...reason, ...(message && { message }), ...(line && { line }) }));

export interface ClaimAcknowledgmentPorts {
  readonly acknowledgments: ResponseStore<StoredClaimAcknowledgment>;
  readonly claims: ClaimLookup;
  readonly batches: BatchLookup;
  /** Posts the payments that wait under these numbers of payers, now that claims have them. */
  postPaymentsUnder(payerNumbers: readonly string[]): Promise<void>;
  /** How the statuses of a payer are read, by the payer's id or its interchange id. */
  policyOf(payerId: string): StatusPolicy;
}

export interface AcknowledgmentContext {
  readonly acknowledgment: StoredClaimAcknowledgment;
  readonly batches: readonly Batch[];
  readonly isInBatch: (claim: Claim) => boolean;
  readonly factsFor: (policy: StatusPolicy) => StatusFacts;
}

export interface StatusFacts
  extends Pick<
    AnsweredIn,
    | 'response'
    | 'sender'
    | 'batch'
    | 'processed'
    | 'written_on'
    | 'written_at'
    | 'received_at'
    | 'answered_at'
  > {
  readonly actor: string;
  readonly now: Date;
}

/** 2100A NM1 (entity and id), else GS02. */
export const senderOf = ({
  source,
  application_sender,
}: Pick<StoredClaimAcknowledgment, 'source' | 'application_sender'>): string =>
  source.id === undefined ? application_sender : `${source.entity}:${source.id}`;

export interface AppliedStatus {
  readonly changes: readonly ClaimChange[];
  readonly key: FactKey;
  readonly outcome: Extract<StatusOutcome, 'moved' | 'noted' | 'superseded' | 'unchanged'>;
  /** The claim of the chain that it is about, as it is now. */
  readonly claim: Claim;
}

/** A status, and how it was found. */
export interface FoundStatus extends Pick<AnsweredIn, 'n' | 'number' | 'payerNumber'> {
  readonly status: StatusView;
  readonly policy: StatusPolicy;
}

/**
 * Adds a status to the facts of the chain of its claim. A rejection always has its entry `claim.payer_rejected`, whatever it does
 * to the lane.
 *
 * @param chain the claims of the chain, as they are now
 * @param by goes to the audit entry of the claim
 */
export function applyStatus(
  { status, policy, ...found }: FoundStatus,
  matched: Claim,
  chain: readonly Claim[],
  { actor, now, ...from }: StatusFacts,
  by: Readonly<Record<string, JsonValue>> = {},
): AppliedStatus {
  const stated = answer(status, { ...from, ...found, policy, claim: claimId(matched.id) });
  const entryOf =
    (fact: Answer): NewFacts['entry'] =>
    (before, after, state) => ({
      type: eventOf(fact, before, after),
      payload: { ...payloadOf(status, policy, fact), ...effectIn(state, fact), ...by },
    });
  const { changes, fact, before, claim, state } = addStatement(chain, stated, entryOf, { actor, now });
  const placed = state?.answers.find((one) => one.answer.key === fact.key);
  return { changes, key: fact.key, claim, outcome: outcomeOf(changes, placed, before, claim) };
}

/** Where a response does not count for the lane: why. */
function effectIn(state: ClaimState | undefined, { key }: Answer): { readonly effect?: string } {
  const effect = state?.answers.find(({ answer }) => answer.key === key)?.effect;
  return effect === undefined || effect === 'counts' ? {} : { effect };
}

function outcomeOf(
  changes: readonly ClaimChange[],
  placed: PlacedAnswer | undefined,
  before: Claim,
  after: Claim,
): AppliedStatus['outcome'] {
  if (changes.length === 0) return 'unchanged';
  if (placed?.effect === 'earlier' || placed?.effect === 'replaced') return 'superseded';
  return before.lane === after.lane ? 'noted' : 'moved';
}

/** The event of the fact, not of the difference that it makes. */
function eventOf({ verdict }: Answer, before: Claim, after: Claim): string {
  switch (verdict) {
    case 'rejected':
      return 'claim.payer_rejected';
    case 'accepted':
      return 'claim.accepted';
    case 'pended':
      return 'claim.pending';
    case 'unclear':
      return after.lane === 'review' && before.lane !== 'review' ? 'claim.review' : 'claim.acknowledged';
    case 'receipt':
      return 'claim.acknowledged';
  }
}

/** Codes only: the payer's message may be about the patient. */
const payloadOf = (status: StatusView, { reading }: StatusPolicy, { response, code }: Answer) => ({
  acknowledgment: '277CA',
  acknowledgment_id: response,
  code,
  classification: status.classification,
  disposition: status.disposition,
  ...(status.conflict && { conflict: true }),
  ...(reading === 'standard' && { reading }),
});

/**
 * Puts a claim in review that may be the rejected one.
 *
 * @param chain the claims of its chain, as they are now
 */
export function questionCandidate(
  status: StatusView,
  claim: Claim,
  chain: readonly Claim[],
  candidates: number,
  policy: StatusPolicy,
  { response, received_at, actor, now }: StatusFacts,
  item: string,
): readonly ClaimChange[] {
  const code = statusCodeText(status);
  const doubt = ambiguous(claim.id, {
    ...{ at: received_at, source_id: response, response: '277CA', item },
    text: `277CA ${code}: the rejection matches ${candidates} claims`,
  });
  const payload = {
    acknowledgment: '277CA',
    acknowledgment_id: response,
    code,
    classification: status.classification,
    disposition: status.disposition,
    ...(policy.reading === 'standard' && { reading: policy.reading }),
  };
  const entry = () => ({ type: 'claim.review', payload });
  return foldChain(chain, [{ claim: claim.id, facts: [doubt], entry }], { actor, now }).changes;
}
