import type { JsonValue } from '#audit/entries/canonical-json.ts';
import type { Claim } from '#claims/claims/claim.ts';
import type { ClaimChange } from '#claims/claims/claim-change.ts';
import { totalOf } from '#claims/claims/patient-share.ts';
import { claimBalances } from '#x12/835/balance.ts';
import type { ClaimPayment } from '#x12/835/model.ts';
import { type Adjudication, claimId, factKey } from '../claims/facts.ts';
import { addStatement, foldChain } from '../claims/fold-chain.ts';
import { ambiguous } from '../claims/known-facts.ts';
import { latest, questionable } from '../claims/read-chains.ts';
import type { ItemOutcome } from '../files/item-queue.ts';
import { codeOrMask } from '../files/response-json.ts';
import { unmatchedItemId } from '../unmatched/unmatched-item.ts';
import { judge, outcomeOf, patientShareOf } from './judge.ts';
import type { LineMatch } from './match-lines.ts';
import type { PaymentMatch } from './match-payment.ts';
import type { Posting, StoredPayment, StoredRemittance } from './stored-remittance.ts';

export interface PostingFacts {
  readonly remittance: StoredRemittance;
  readonly actor: string;
  readonly now: Date;
  /** Time of the posting, shown on the claim. */
  readonly at: string;
}

/** A payment with the claims that it may be about. */
export interface FoundPayment {
  readonly stored: StoredPayment;
  readonly payment: ClaimPayment;
  readonly match: PaymentMatch;
  readonly lines: readonly LineMatch[];
  /** The chain of a claim of the match, as earlier payments of the transaction leave it. */
  chainOf(claim: Claim): readonly Claim[];
}

/**
 * Adds a payment to the facts of the chain of its claim. One that does not balance is held: it counts only after a person has
 * posted it.
 */
export function applyPayment(found: FoundPayment, facts: PostingFacts): ItemOutcome<Posting> {
  const { match, payment, stored, lines } = found;
  if (match.result === 'unmatched') return { result: { match, lines: [] }, isMatched: false };
  if (match.result === 'ambiguous') {
    const claims = questionable(match.claims, found.chainOf);
    const changes: ClaimChange[] = [];
    for (const claim of claims) {
      const chain = found.chainOf(claim).map((one) => latest(changes, one));
      changes.push(...question(claim, chain, found, match.claims.length, facts));
    }
    const claim_ids = match.claims.map(({ id }) => id);
    const read = claims.flatMap((claim) => found.chainOf(claim));
    return {
      result: { match: { result: 'ambiguous', claim_ids }, lines: [] },
      isMatched: false,
      changes,
      read,
    };
  }
  const held = heldBy(payment, facts.remittance);
  const { by, narrowed_by, differs_in } = match;
  if (held === 'possible_reissue') {
    const matched = { result: 'matched', claim_id: match.claim.id, by, narrowed_by, differs_in } as const;
    return { result: { match: matched, held, lines }, isMatched: true };
  }
  const stated = judge(payment, lines, {
    ...judgedIn(stored, facts.remittance),
    claim: claimId(match.claim.id),
    ...(held !== undefined && { held: 'unbalanced' as const }),
  });
  const { changes, claim, chain } = postTo(found.chainOf(match.claim), stated, facts);
  const posting: Posting = {
    match: { result: 'matched', claim_id: claim.id, by, narrowed_by, differs_in },
    outcome: outcomeOf(stated),
    ...(held !== undefined && { held }),
    lines,
    lane: claim.lane,
    posted_at: facts.at,
  };
  return { result: posting, isMatched: true, changes, read: chain };
}

/** What a payment is judged with, apart from its claim. */
export const judgedIn = ({ key, number }: StoredPayment, remittance: StoredRemittance) => ({
  key: factKey(key),
  remittance: remittance.id,
  payment_number: number,
  received_at: remittance.received_at,
  payment: remittance.payment,
  payer: remittance.payer.id ?? '',
  written_on: remittance.written_on,
});

/**
 * Adds an adjudication to a chain, at the claim that it is about.
 *
 * @param by goes to the audit entry of the claim
 */
export function postTo(
  chain: readonly Claim[],
  stated: Adjudication,
  { actor, now }: Pick<PostingFacts, 'actor' | 'now'>,
  by: Readonly<Record<string, JsonValue>> = {},
) {
  const entryOf = (fact: Adjudication) => () => ({
    ...{ type: eventOf(fact), payload: { ...payloadOf(fact), ...by } },
  });
  return { ...addStatement(chain, stated, entryOf, { actor, now }), chain };
}

/** The event of the payment, not of the difference that it makes to the lane. */
function eventOf(fact: Adjudication): string {
  if (fact.held !== undefined) return 'claim.review';
  const outcome = outcomeOf(fact);
  if (outcome === 'estimate') return 'claim.acknowledged';
  return outcome === 'forwarded' || outcome === 'pended' ? 'claim.pending' : `claim.${outcome}`;
}

/** Codes and amounts. */
const payloadOf = (fact: Adjudication) => ({
  remittance_id: fact.remittance,
  number: fact.payment_number,
  status_code: fact.status_code,
  charge: fact.charge / 100,
  paid: fact.paid / 100,
  patient_responsibility: totalOf(patientShareOf(fact)) / 100,
  ...(fact.held !== undefined && { conflict: fact.held }),
});

/** Why a payment is not posted to its claim; undefined if it is. */
export function heldBy(
  payment: ClaimPayment,
  { balance, possible_reissue }: StoredRemittance,
): Posting['held'] {
  if (possible_reissue) return 'possible_reissue';
  const { lines, payment: isPaid, charge } = claimBalances(payment);
  if (!lines || !isPaid || !charge) return 'claim_unbalanced';
  const isAddedUp = balance === undefined || balance.transaction.difference === 0;
  return isAddedUp ? undefined : 'transaction_unbalanced';
}

/** Puts a claim in review that a payment may be about. */
function question(
  claim: Claim,
  chain: readonly Claim[],
  { payment }: FoundPayment,
  candidates: number,
  { remittance, actor, now, at }: PostingFacts,
): readonly ClaimChange[] {
  const item = unmatchedItemId(remittance.id, payment.number);
  const doubt = ambiguous(claim.id, {
    ...{ at, source_id: remittance.id, response: '835', item },
    text: `835: the payment matches ${candidates} claims`,
  });
  const payload = {
    remittance_id: remittance.id,
    number: payment.number,
    status_code: codeOrMask(payment.statusCode),
    charge: payment.charge / 100,
    paid: payment.paid / 100,
    conflict: 'ambiguous',
  };
  const entry = () => ({ type: 'claim.review', payload });
  return foldChain(chain, [{ claim: claim.id, facts: [doubt], entry }], { actor, now }).changes;
}
