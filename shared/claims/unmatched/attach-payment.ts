import { unpackJson } from '#claims/packed-json.ts';
import { ApiError } from '#contract/errors.ts';
import type { ClaimPayment } from '#x12/835/model.ts';
import type { Write } from '../change.ts';
import { claimId, type FactKey, factKey } from '../claims/facts.ts';
import { claimsWrite, currentChain, readChains } from '../claims/read-chains.ts';
import { shortId } from '../deterministic-id.ts';
import { type AmountsByHand, statedByHand } from '../remittances/amounts-by-hand.ts';
import { judgedIn, postTo } from '../remittances/apply-payment.ts';
import { judge, outcomeOf } from '../remittances/judge.ts';
import { matchLines } from '../remittances/match-lines.ts';
import { countedAs, unmatchedPayments } from '../remittances/posting-rules.ts';
import type { Posting, StoredPayment, StoredRemittance } from '../remittances/stored-remittance.ts';
import { noLongerUnmatched } from '../remittances/unmatched-payments.ts';
import type { AttachTarget, SettledItem, UnmatchedPorts } from './attach-ports.ts';
import { byHand, type Deciding, decisionBy, settleClaims } from './claims-of-item.ts';
import { decided, type UnmatchedItem } from './unmatched-item.ts';

/** A stored payment with its remittance, ready to be posted. */
interface PostablePayment {
  readonly remittance: StoredRemittance;
  readonly stored: StoredPayment & { readonly posting: Posting };
}

/**
 * Posts a payment to the claim that a person chose, with the effects of an automatic match. Whether it balances does not matter.
 *
 * @throws ApiError unmatched_item_state if the payment cannot be posted, or amounts are given for one that balances
 */
export async function attachPayment(
  ports: UnmatchedPorts,
  item: UnmatchedItem,
  { claim, others }: AttachTarget,
  by: Deciding & { readonly amounts: AmountsByHand },
): Promise<SettledItem> {
  const { remittance, stored } = await postablePayment(ports, item);
  const isHeld = item.reason === 'claim_unbalanced' || item.reason === 'transaction_unbalanced';
  if (!isHeld && Object.values(by.amounts).some((value) => value !== undefined)) {
    throw new ApiError('unmatched_item_state', {
      message: 'Amounts can be given for an unbalanced payment only; send claim_id and reason',
    });
  }
  const payment = unpackJson<ClaimPayment>(stored.content);
  const lines = matchLines(payment.lines, (await ports.findLines([claim])).get(claim.id) ?? []);
  const involved = [claim, ...others];
  const chains = await readChains(ports.claims.findClaims, involved);
  const known = [...chains.values()].flat().flatMap((one) => one.facts ?? []);
  const { sequence, facts } = settleClaims(item, involved, chains, by, factKey(stored.key));
  const id = claimId(claim.id);
  const key = keyFor(stored, item, known);
  const judged = judge(payment, lines, { ...judgedIn(stored, remittance), key, claim: id, assigned: id });
  const stated = statedByHand(judged, by.amounts);
  const chain = currentChain(chains, claim, (one) => sequence.current(one));
  const posted = postTo(chain, stated, by, byHand(item, by.reason));
  for (const change of posted.changes) sequence.add(change);
  const posting: Posting = {
    match: { result: 'matched', claim_id: claim.id, by: 'hand', narrowed_by: [], differs_in: [] },
    outcome: outcomeOf(stated),
    lines,
    lane: sequence.current(claim).lane,
    posted_at: by.now.toISOString(),
    billing_npis: [claim.billing_npi],
  };
  const counts = movedCounts(stored.posting, posting);
  const undo = {
    facts: [...facts, { claim_id: claim.id, keys: [key] }],
    ...{ claim_id: claim.id, result_before: stored.posting, counts },
  };
  const after = decided(item, 'resolved', { ...decisionBy(by, 'attached'), claim_id: claim.id }, undo);
  return {
    item: after,
    change: {
      entries: sequence.entries,
      writes: [
        claimsWrite([...chains.values()].flat(), sequence.changes),
        { kind: 'posting', payment: stored, posting },
        ...countsWrite(remittance.id, counts, [claim.billing_npi]),
        { kind: 'unmatched-item', item: after, replaces: item.version },
        ...(await noLongerAwaited(ports, stored, remittance)),
      ],
    },
  };
}

/** The key of its content, so that the payment adds nothing when it comes again; another one where that key is known already. */
function keyFor(
  { key }: StoredPayment,
  { id, version }: UnmatchedItem,
  known: readonly { readonly key: FactKey }[],
): FactKey {
  const isKnown = known.some((fact) => fact.key === key);
  return factKey(isKnown ? shortId('by hand', id, version) : key);
}

/** @throws ApiError unmatched_item_state */
export async function postablePayment(
  { remittances }: Pick<UnmatchedPorts, 'remittances'>,
  { response_id, number }: UnmatchedItem,
): Promise<PostablePayment> {
  const [remittance, stored] = await Promise.all([
    remittances.find(response_id),
    remittances.findPayment(response_id, number),
  ]);
  if (remittance?.state !== 'applied') {
    throw new ApiError('unmatched_item_state', {
      message: 'The remittance is still being posted; try again later',
    });
  }
  if (stored?.posting === undefined || stored.content === '') {
    throw new ApiError('unmatched_item_state', {
      message: 'The payment was too long to be stored; dismiss the item and enter the payment elsewhere',
    });
  }
  return { remittance, stored: { ...stored, posting: stored.posting } };
}

/** Removes the record by which a claim that arrives later finds the payment. */
export async function noLongerAwaited(
  { remittances }: Pick<UnmatchedPorts, 'remittances'>,
  stored: StoredPayment,
  remittance: StoredRemittance,
): Promise<readonly Write[]> {
  return stored.posting?.match.result === 'unmatched'
    ? noLongerUnmatched({ remittances }, unmatchedPayments(stored, remittance))
    : [];
}

/** Counts of the remittance that move when one posting replaces another. */
function movedCounts(before: Posting, after: Posting): Readonly<Record<string, number>> {
  const moved = new Map<string, number>();
  for (const name of countedAs(before)) moved.set(name, (moved.get(name) ?? 0) - 1);
  for (const name of countedAs(after)) moved.set(name, (moved.get(name) ?? 0) + 1);
  return Object.fromEntries([...moved].filter(([, by]) => by !== 0));
}

/** @param billingNpis providers of claims to which payments are posted now */
export const countsWrite = (
  remittanceId: string,
  by: Readonly<Record<string, number>>,
  billingNpis: readonly string[] = [],
): readonly Write[] =>
  Object.keys(by).length + billingNpis.length === 0
    ? []
    : [{ kind: 'posting-counts', remittanceId, by, billingNpis }];
