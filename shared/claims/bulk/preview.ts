import type { BulkPreviewJson } from '#contract/claims/bulk/bulk-runs.ts';
import type { BulkOperation } from '#contract/claims/bulk/operations.ts';
import type { Claim } from '../claim/claim.ts';
import { decide, type Outcome, outcomeOf, unknownClaim } from './operations.ts';
import type { DecisionPorts } from './ports.ts';

/** Returns the effect of an operation on each of these claims. Stores nothing. */
export async function previewClaims(
  operation: BulkOperation,
  ids: readonly string[],
  ports: DecisionPorts,
  onFailure: (error: unknown) => void,
): Promise<readonly BulkPreviewJson[]> {
  const claims = new Map((await ports.findClaims(ids)).map((claim) => [claim.id, claim]));
  const previews: BulkPreviewJson[] = [];
  for (const id of ids) {
    const claim = claims.get(id);
    const outcome =
      claim === undefined
        ? unknownClaim
        : await outcomeOf(() => decide(operation, claim, 'preview', ports), onFailure);
    previews.push(previewJson(id, claim, outcome));
  }
  return previews;
}

function previewJson(
  claim_id: string,
  claim: Claim | undefined,
  { skip, ...rest }: Outcome,
): BulkPreviewJson {
  const known = claim && { patient_control_number: claim.patient_control_number, from: claim.lane };
  if (skip !== undefined || !('decision' in rest)) return { claim_id, ...known, outcome: 'skip', ...skip };
  const { to, errors, newClaimId, ruleChanges } = rest.decision;
  return {
    claim_id,
    ...known,
    outcome: 'change',
    to,
    errors,
    ...(newClaimId !== undefined && { creates_correction: true }),
    ...(ruleChanges && { changes: [...ruleChanges] }),
  };
}
