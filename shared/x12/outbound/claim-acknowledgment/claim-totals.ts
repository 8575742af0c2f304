import type { StatusInformation, Totals } from '../../277ca/types.ts';
import type { WriterInput } from '../../writer/writer-input.ts';

/** Number and amount of the accepted and of the rejected claims of a level. */
export class ClaimTotals {
  private accepted = 0;
  private rejected = 0;
  private acceptedAmount = 0;
  private rejectedAmount = 0;

  add(isAccepted: boolean, cents: number): void {
    if (isAccepted) {
      this.accepted++;
      this.acceptedAmount += cents;
    } else {
      this.rejected++;
      this.rejectedAmount += cents;
    }
  }

  totals(): WriterInput<Totals> {
    const { accepted, rejected, acceptedAmount, rejectedAmount } = this;
    return {
      ...(accepted > 0 && { accepted, acceptedAmount: safeCents(acceptedAmount) }),
      ...(rejected > 0 && { rejected, rejectedAmount: safeCents(rejectedAmount) }),
    };
  }
}

/** Returns the STC of a received level (A1:19). The statuses of its claims follow. */
export function receipt(
  entity: string,
  totals: WriterInput<Totals>,
  date: string | undefined,
): WriterInput<StatusInformation> {
  const amount = safeCents((totals.acceptedAmount ?? 0) + (totals.rejectedAmount ?? 0));
  return { reasons: [{ category: 'A1', code: '19', entity }], date, action: 'WQ', amount };
}

/** Limits a sum of damaged charges to integers that a number represents exactly. */
const safeCents = (cents: number): number =>
  Math.max(-Number.MAX_SAFE_INTEGER, Math.min(cents, Number.MAX_SAFE_INTEGER));
