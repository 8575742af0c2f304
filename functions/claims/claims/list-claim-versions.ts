import { visibleTo } from '#auth/principal.ts';
import { claimVersionsCsv } from '#claims/csv/work.ts';
import { firstVersionJson, versionJson } from '#claims/edit/version-json.ts';
import { listClaimVersions } from '#contract/claims/claim-edits.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { findClaim } from '#store/claims/claims/claims.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { readClaimVersions } from '#store/claims/edits/claim-versions.ts';

export const handler = claimsEndpoint(listClaimVersions, async (call) => {
  const { id } = call.parameters;
  const { data, nextCursor } = await readClaimVersions(claimsTable, id, call.query);
  const claim = found(visibleTo(call.principal, await findClaim(claimsTable, id)));
  const first = nextCursor === null ? [firstVersionJson(claim)] : [];
  return listReply(call, claimVersionsCsv, [...data.map(versionJson), ...first], nextCursor);
});
