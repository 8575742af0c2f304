import { visibleTo } from '#auth/principal.ts';
import { typedClaim } from '#claims/claims/claim-content.ts';
import { voidClaim } from '#claims/claims/contract.ts';
import { findWholeClaim } from '#claims/claims/records.ts';
import { newClaimPorts } from '#claims/edits/edit-store.ts';
import { enterClaim, voidingClaim } from '#claims/edits/enter-claim.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, created } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { writeChange } from '#store/claims/write-change.ts';

export const handler = claimsEndpoint(
  voidClaim,
  async ({ parameters, newId, principal, now, recordReply }) => {
    const original = found(await findWholeClaim(claimsTable, parameters.id));
    found(visibleTo(principal, original.claim));
    const claim = voidingClaim(original.claim, typedClaim(original.content));
    const ports = await newClaimPorts(claimsTable, { actor: principal.subject, now });
    const request = { id: newId(), claim, corrects: original.claim };
    return enterClaim(request, ports, async ({ detail, change }) => {
      const reply = created(detail, `/api/claims/${detail.id}`, { version: detail.version });
      await writeChange(claimsTables, change, recordReply(reply));
      return reply;
    });
  },
);
