import { visibleTo } from '#auth/principal.ts';
import { amountsAsNumbers, claimJson } from '#claims/claim/claim-json.ts';
import { paymentEvents, timeline } from '#claims/claim/timeline.ts';
import { accountJson } from '#claims/claims/account-json.ts';
import { getClaim } from '#contract/claims/claims.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { readEntriesOf } from '#store/audit/audit-log.ts';
import { auditedClaims } from '#store/claims/audited-claims.ts';
import { findChain, findWholeClaim } from '#store/claims/claims/claims.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getClaim, async ({ parameters, principal }) => {
  const whole = await findWholeClaim(claimsTable, parameters.id);
  const { content } = found(whole);
  const claim = found(visibleTo(principal, whole?.claim));
  const [entries, all] = await Promise.all([
    readEntriesOf(auditedClaims, 'claim', claim.id),
    findChain(claimsTable, claim),
  ]);
  const chain = all.filter((one) => visibleTo(principal, one) !== undefined);
  return ok(
    {
      ...claimJson(claim),
      content: amountsAsNumbers(content.claim),
      findings: content.findings,
      timeline: timeline(entries, paymentEvents(claim)),
      account: accountJson(chain),
    },
    { version: claim.version },
  );
});
