import { claimJson, withNumbers } from '#claims/claim-json.ts';
import { timeline } from '#claims/timeline.ts';
import { getClaim } from '#contract/claims/claims.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { auditEntries } from '#store/audit-entries.ts';
import { readAuditOf } from '#store/claims/audit-of.ts';
import { findWholeClaim } from '#store/claims/whole-claim.ts';
import { claimsTable } from '#store/claims-table.ts';
import { auditChain } from '#store/open-audit-log.ts';

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
