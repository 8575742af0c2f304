import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Claim } from '../../claim/claim.ts';
import type { ClaimChange } from '../../claim/claim-change.ts';

/** Changes of one transaction: an entry for each, and each claim once. */
export interface ChainedChanges {
  readonly entries: readonly EntryDraft[];
  readonly changes: readonly ClaimChange[];
}

/**
 * Follows several changes of one claim inside a transaction: each begins where the one before has left it, and the
 * claim is written once, from the first state to the last.
 */
export class ChangeSequence {
  private readonly entries: EntryDraft[] = [];
  private readonly byClaim = new Map<string, ClaimChange>();

  /** The claim as the changes so far leave it. */
  current(claim: Claim): Claim {
    return this.byClaim.get(claim.id)?.after ?? claim;
  }

  /** @param change of what {@link current} gave */
  add(change: ClaimChange): void {
    const earlier = this.byClaim.get(change.after.id);
    this.entries.push(change.entry);
    this.byClaim.set(change.after.id, earlier === undefined ? change : after(earlier, change));
  }

  get chained(): ChainedChanges {
    return { entries: this.entries, changes: [...this.byClaim.values()] };
  }
}

function after(earlier: ClaimChange, change: ClaimChange): ClaimChange {
  const { before, after: between, payer_control_numbers = [] } = earlier;
  const number = between.payer_control_number;
  return {
    ...change,
    ...(before && { before }),
    payer_control_numbers: number === undefined ? payer_control_numbers : [...payer_control_numbers, number],
  };
}
