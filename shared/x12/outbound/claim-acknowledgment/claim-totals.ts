import { safeCents } from '../../277ca/level-writer.ts';
import type { Totals } from '../../277ca/types.ts';
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
