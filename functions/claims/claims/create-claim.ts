import { requireProviders, visibleTo } from '#auth/principal.ts';
import { changedClaims } from '#claims/change.ts';
import { amountsAsText } from '#claims/claims/claim-json.ts';
import { createClaim } from '#claims/claims/contract.ts';
import { findClaim } from '#claims/claims/records.ts';
import { newClaimPorts } from '#claims/edits/edit-store.ts';
import { claimFromJson } from '#claims/edits/edited-content.ts';
import { enterClaim } from '#claims/edits/enter-claim.ts';
import { ApiError } from '#contract/errors.ts';
import { claimsEndpoint, created } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { writeChange } from '#store/claims/write-change.ts';

export const handler = claimsEndpoint(createClaim, async ({ body, newId, principal, now, recordReply }) => {
  const { corrects: original, characters, ...input } = body;
  const corrects =
    original === undefined ? undefined : visibleTo(principal, await findClaim(claimsTable, original));
  if (original !== undefined && corrects === undefined) throw new ApiError('unknown_claim');
  const claim = claimFromJson(amountsAsText(input), characters);
  const ports = await newClaimPorts(claimsTable, { actor: principal.subject, now });
  return enterClaim({ id: newId(), claim, corrects }, ports, async ({ detail, change }) => {
    // The original of a correction by number may be a claim of another provider.
    requireProviders(
      principal,
      changedClaims(change).map(({ billing_npi }) => billing_npi),
    );
    const reply = created(detail, `/api/claims/${detail.id}`, { version: detail.version });
    await writeChange(claimsTables, change, recordReply(reply));
    return reply;
  });
});
