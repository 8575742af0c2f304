import { keepsDraft } from '../claim/finding.ts';
import { claimsNotReady, submissionBlocked } from '../submissions/request/refusals.ts';
import type { EditedClaim } from './apply-edit.ts';

/**
 * Refuses to resubmit a claim that the edit does not make ready, before anything is stored.
 *
 * @throws ApiError submission_blocked with its findings, claims_not_ready with its lane
 */
export function requireReady({ detail, findings }: Pick<EditedClaim, 'detail' | 'findings'>): void {
  const { id: claim_id, lane } = detail;
  if (lane === 'ready') return;
  const blocking = findings.filter(keepsDraft);
  if (lane === 'draft') throw submissionBlocked([{ claim_id, findings: blocking }]);
  throw claimsNotReady([{ claim_id, lane }]);
}
