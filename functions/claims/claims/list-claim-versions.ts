import { visibleTo } from '#auth/principal.ts';
import { findClaim } from '#claims/claims/records.ts';
import { claimVersionsCsv, firstVersionJson, versionJson } from '#claims/edits/claim-version.ts';
import { listClaimVersions } from '#claims/edits/contract.ts';
import { readClaimVersions } from '#claims/edits/version-records.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listClaimVersions, async (call) => {
  const { id } = call.parameters;
  const { data, nextCursor } = await readClaimVersions(claimsTable, id, call.query);
  const claim = found(visibleTo(call.principal, await findClaim(claimsTable, id)));
  const first = nextCursor === null ? [firstVersionJson(claim)] : [];
  return listReply(call, claimVersionsCsv, [...data.map(versionJson), ...first], nextCursor);
});
