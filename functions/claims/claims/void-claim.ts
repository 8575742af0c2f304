import { visibleTo } from '#auth/principal.ts';
import { typedClaim } from '#claims/claim/claim-content.ts';
import { enterClaim, voidingClaim } from '#claims/entry/enter-claim.ts';
import { voidClaim } from '#contract/claims/claims.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, created } from '#http/endpoint/claims-endpoint.ts';
import { findWholeClaim } from '#store/claims/claims/claims.ts';
import { newClaimPorts } from '#store/claims/claims/new-claim-ports.ts';
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
