import { ApiError, found } from '#contract/errors.ts';
import type { Change } from '../change.ts';
import { shortId } from '../deterministic-id.ts';
import type { Claim } from './claim.ts';
import type { ChangeFacts } from './claim-change.ts';
import { type Adjudication, claimId, type Decision, factKey, type KeptFact } from './facts.ts';
import { foldChain } from './fold-chain.ts';
import { claimsWrite } from './read-chains.ts';

/** A payment of a visit, and the claim that it settles by the decision of a person. */
export interface PaymentMove {
  readonly remittance_id: string;
  readonly payment_number: number;
  readonly to: string;
}

/**
 * Has a payment settle another claim of its visit.
 *
 * @param claim the claim by which the caller names the visit
 * @throws ApiError not_found without the payment, unknown_claim without the claim
 */
export function movePayment(
  claim: Claim,
  chain: readonly Claim[],
  { remittance_id, payment_number, to }: PaymentMove,
  facts: ChangeFacts,
): { readonly change: Change; readonly claim: Claim } {
  const isMoved = (fact: KeptFact): fact is Adjudication =>
    fact.fact === 'adjudication' &&
    fact.remittance === remittance_id &&
    fact.payment_number === payment_number;
  const holder = found(chain.find(({ facts: own = [] }) => own.some(isMoved)));
  const payment = found(holder.facts?.find(isMoved));
  if (!chain.some(({ id }) => id === to)) {
    throw new ApiError('unknown_claim', { message: 'The claim is not of the same visit' });
  }
  const decision: Decision = {
    ...{ fact: 'decision', key: factKey(shortId('move', holder.id, holder.version)) },
    ...{ claim: claimId(holder.id), by: facts.actor, at: facts.now.toISOString(), resolves: [] },
    moves: { adjudication: payment.key, to: claimId(to) },
  };
  const payload = { remittance_id, payment_number, to_claim: to };
  const entry = () => ({ type: 'claim.payment_moved', payload });
  const folded = foldChain(chain, [{ claim: holder.id, facts: [decision], entry }], facts);
  const { changes } = folded;
  return {
    change: {
      entries: changes.map((change) => change.entry),
      writes: [claimsWrite(chain, changes)],
    },
    claim: folded.claims.find(({ id }) => id === claim.id) ?? claim,
  };
}
