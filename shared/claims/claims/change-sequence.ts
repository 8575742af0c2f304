import type { EntryDraft } from '#audit/entries/chain.ts';
import { compareText } from './chain.ts';
import type { Claim } from './claim.ts';
import type { ClaimChange } from './claim-change.ts';

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
    this.byClaim.set(change.after.id, {
      ...change,
      ...(earlier?.before && { before: earlier.before }),
    });
  }

  /**
   * The entries, with those of a claim in their order: first the first entry of each claim by kind of event, then the second ones. So
   * entries of one kind follow each other, and the audit log stores them together.
   */
  get entries(): readonly EntryDraft[] {
    const counts = new Map<string, number>();
    const placed = this.drafts.map((entry) => {
      const place = counts.get(entry.entity_id) ?? 0;
      counts.set(entry.entity_id, place + 1);
      return { entry, place };
    });
    return placed
      .toSorted((a, b) => a.place - b.place || compareText(a.entry.event_type, b.entry.event_type))
      .map(({ entry }) => entry);
  }

  get changes(): readonly ClaimChange[] {
    return [...this.byClaim.values()];
  }
}
