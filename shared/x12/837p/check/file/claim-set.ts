import type { Trailer } from '../../../engine/consumer.ts';
import type { Segment } from '../../../reader/segment.ts';
import type { ProfessionalClaim } from '../../model/claim.ts';
import type { ClaimSetCheck } from '../claim-set-check.ts';

/** Edits of a whole transaction set: V017, V019. */

/** The TR3 recommends no more claims than this in one set (section 1.3.2). */
export const maxClaimsPerSet = 5000;

/** BHT. */
export function checkBatchId(check: ClaimSetCheck, segment: Segment): void {
  const batchId = segment.text(3);
  if (batchId !== '' && check.run.history.hasBatch?.(batchId)) {
    check.reportHere('V019', segment, { element: 3, value: batchId });
  }
}

/** Reported at the first claim over the limit. */
export function checkSetSize(check: ClaimSetCheck, { position }: ProfessionalClaim): void {
  if (check.claims !== maxClaimsPerSet + 1) return;
  check.reportInLoop('V017', '2300/CLM', position, {
    severity: 'warning',
    details: { most_claims: maxClaimsPerSet },
  });
}

export function checkSetNotEmpty(check: ClaimSetCheck, trailer: Trailer): void {
  if (check.claims === 0 && trailer.present) check.reportInLoop('V017', '2300/CLM', undefined);
}
