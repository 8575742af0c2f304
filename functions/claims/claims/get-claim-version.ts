import { visibleTo } from '#auth/principal.ts';
import { amountsAsNumbers } from '#claims/claim/claim-json.ts';
import { getClaimVersion } from '#contract/claims/claim-edits.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { findClaim } from '#store/claims/claims/claims.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { findVersionContent } from '#store/claims/edits/claim-versions.ts';

export const handler = claimsEndpoint(getClaimVersion, async ({ parameters: { id, version }, principal }) => {
  if (principal.billingNpis !== undefined) found(visibleTo(principal, await findClaim(claimsTable, id)));
  const content = found(await findVersionContent(claimsTable, id, version));
  return ok({ id, version, content: amountsAsNumbers(content) });
});
