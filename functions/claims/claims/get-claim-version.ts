import { visibleTo } from '#auth/principal.ts';
import { amountsAsNumbers } from '#claims/claims/claim-json.ts';
import { findClaim } from '#claims/claims/records.ts';
import { getClaimVersion } from '#claims/edits/contract.ts';
import { findVersionContent } from '#claims/edits/version-records.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getClaimVersion, async ({ parameters: { id, version }, principal }) => {
  if (principal.billingNpis !== undefined) found(visibleTo(principal, await findClaim(claimsTable, id)));
  const content = found(await findVersionContent(claimsTable, id, version));
  return ok({ id, version, content: amountsAsNumbers(content) });
});
