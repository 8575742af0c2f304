import type { EntryDraft } from '#audit/entries/chain.ts';
import type { Claim } from '../../claim/claim.ts';
import type { ClaimChange } from '../../claim/claim-change.ts';

/** Collects the changes of one transaction: an entry for each change, and each claim once, from its first to its last state. */
export class ClaimChangeSequence {
  private readonly drafts: EntryDraft[] = [];
  private readonly byClaim = new Map<string, ClaimChange>();

  current(claim: Claim): Claim {
    return this.byClaim.get(claim.id)?.after ?? claim;
  }

  /** @param change of a claim that {@link current} has returned */
  add(change: ClaimChange): void {
    const earlier = this.byClaim.get(change.after.id);
    this.drafts.push(change.entry);
    this.byClaim.set(change.after.id, earlier === undefined ? change : joined(earlier, change));
  }

  get entries(): readonly EntryDraft[] {
    return this.drafts;
  }

  get changes(): readonly ClaimChange[] {
    return [...this.byClaim.values()];
  }
}

function joined(earlier: ClaimChange, change: ClaimChange): ClaimChange {
  const { before, after, payer_control_numbers = [] } = earlier;
  const number = after.payer_control_number;
  return {
    ...change,
    ...(before && { before }),
    payer_control_numbers: number === undefined ? payer_control_numbers : [...payer_control_numbers, number],
  };
}
