import { claimJson, withNumbers } from '#claims/claim/claim-json.ts';
import { timeline } from '#claims/claim/timeline.ts';
import { getClaim } from '#contract/claims/claims.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { auditEntries } from '#store/audit/audit-entries.ts';
import { auditChain } from '#store/audit/open-audit-log.ts';
import { readAuditOf } from '#store/claims/claims/audit-of.ts';
import { findWholeClaim } from '#store/claims/claims/whole-claim.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = endpoint(getClaim, async ({ parameters }) => {
  const whole = await findWholeClaim(claimsTable, parameters.id);
  if (!whole) throw new ApiError('not_found');
  const { claim, content, events } = whole;
  const entries = await readAuditOf(auditEntries, auditChain, 'claim', claim.id);
  return ok(
    {
      ...claimJson(claim),
      content: withNumbers(content.claim),
      findings: content.findings,
      timeline: timeline(entries, events),
    },
    { version: claim.version },
  );
});
