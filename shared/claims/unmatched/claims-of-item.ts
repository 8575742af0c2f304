import type { Claim, ResponseConflict } from '#claims/claims/claim.ts';
import type { ClaimChange } from '#claims/claims/claim-change.ts';
import { ClaimChangeSequence } from '../claims/change-sequence.ts';
import { claimId, type Decision, type FactKey, factKey } from '../claims/facts.ts';
import { foldChains } from '../claims/fold-chain.ts';
import type { Chains } from '../claims/read-chains.ts';
import { shortId } from '../deterministic-id.ts';
import type { DecisionReason, ItemDecision, ItemUndo, UnmatchedItem } from './unmatched-item.ts';

/** A person's decision about an item. The note stays outside the audit log. */
export interface Deciding {
  readonly actor: string;
  readonly now: Date;
  readonly reason: DecisionReason;
  readonly note?: string | undefined;
}

/** The decision as its item keeps it. */
export const decisionBy = (
  { actor, now, reason, note }: Deciding,
  action: 'attached' | 'dismissed' | 'taken_back',
): ItemDecision => ({ at: now.toISOString(), by: actor, action, reason, ...(note && { note }) });

export const decisionPayload = ({ id, response_id, number }: UnmatchedItem, reason: DecisionReason) => ({
  unmatched_item_id: id,
  response_id,
  number,
  reason,
});

/** Marks the audit entry of a claim to which a person attached a response. */
export const byHand = ({ id }: UnmatchedItem, reason: DecisionReason) => ({
  by_hand: true,
  unmatched_item_id: id,
  reason,
});

/** The claims of an item after a decision, and the facts that it added. */
export interface SettledClaims {
  readonly sequence: ClaimChangeSequence;
  readonly facts: ItemUndo['facts'];
}

/**
 * Resolves what an item left open at claims.
 *
 * @param held a payment that is held at one of them and no longer counts there
 */
export function settleClaims(
  item: UnmatchedItem,
  claims: readonly Claim[],
  chains: Chains,
  by: Deciding,
  held?: FactKey,
): SettledClaims {
  const decisions = claims.flatMap((claim) => {
    const resolves = claim.conflicts.flatMap((one) => (isOpenFor(item, one) ? one.key : []));
    const withdraws = (claim.facts ?? []).flatMap(({ key }) => (key === held ? key : []));
    if (resolves.length + withdraws.length === 0) return [];
    return [{ claim, decision: decisionAt(item, claim.id, by, { resolves, withdraws }) }];
  });
  const sequence = new ClaimChangeSequence();
  const payload = decisionPayload(item, by.reason);
  const changes = foldChains(
    chains,
    (claim) => claim,
    decisions.map(({ claim, decision }) => ({
      of: claim,
      claim: claim.id,
      facts: [decision],
      entry: () => ({ type: 'claim.review', payload }),
    })),
    by,
  );
  for (const change of changes) sequence.add(change);
  return {
    sequence,
    facts: decisions.map(({ claim, decision }) => ({ claim_id: claim.id, keys: [decision.key] })),
  };
}

/** Takes facts back that a decision about the item added to claims. */
export function withdrawFacts(
  item: UnmatchedItem,
  { facts, claim_id }: ItemUndo,
  claims: readonly Claim[],
  chains: Chains,
  by: Deciding,
): readonly ClaimChange[] {
  const byClaim = Map.groupBy(facts, (one) => one.claim_id);
  const added = [...byClaim].flatMap(([id, own]) => {
    const keys = own.flatMap((one) => one.keys);
    const claim = claims.find((one) => one.id === id);
    if (claim === undefined) return [];
    const decision = decisionAt(item, id, by, { resolves: [], withdraws: keys.map(factKey) });
    const type = id === claim_id ? `claim.${item.kind}_taken_back` : 'claim.review';
    const entry = (before: Claim, after: Claim) => ({
      type,
      payload: { ...decisionPayload(item, by.reason), ...(id === claim_id && paidDifference(before, after)) },
    });
    return [{ of: claim, claim: id, facts: [decision], entry }];
  });
  return foldChains(chains, (claim) => claim, added, by);
}

/** What taking a payment back changes, in decimals. */
const paidDifference = (before: Claim, after: Claim) => ({
  paid: ((after.paid ?? 0) - (before.paid ?? 0)) / 100,
  patient_responsibility: ((after.patient_responsibility ?? 0) - (before.patient_responsibility ?? 0)) / 100,
});

const decisionAt = (
  { id, version }: UnmatchedItem,
  claim: string,
  { actor, now }: Deciding,
  does: { readonly resolves: readonly string[]; readonly withdraws: readonly FactKey[] },
): Decision => ({
  fact: 'decision',
  key: factKey(shortId('item', id, version, claim)),
  claim: claimId(claim),
  by: actor,
  at: now.toISOString(),
  resolves: does.resolves,
  ...(does.withdraws.length > 0 && { withdraws: does.withdraws }),
});

const isOpenFor = ({ id }: UnmatchedItem, { open, unmatched_item_id }: ResponseConflict): boolean =>
  open === true && unmatched_item_id === id;
