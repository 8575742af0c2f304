import { visibleTo } from '#auth/principal.ts';
import { changeOf } from '#claims/change.ts';
import { claimJson } from '#claims/claim/claim-json.ts';
import { changeFollowUp } from '#claims/follow-up/follow-up.ts';
import { setFollowUp } from '#contract/claims/follow-up.ts';
import { ApiError, found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { findClaim } from '#store/claims/claims/claims.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { writeChange } from '#store/claims/write-change.ts';

export const handler = claimsEndpoint(
  setFollowUp,
  async ({ parameters, body, principal, now, allowsChange, recordReply }) => {
    const assignee = body.assignee === 'me' ? principal.subject : body.assignee;
    return retryOnConflict(async () => {
      const claim = found(visibleTo(principal, await findClaim(claimsTable, parameters.id)));
      if (!allowsChange(claim.version)) throw new ApiError('precondition_failed');
      const change = changeFollowUp(claim, { ...body, assignee }, { actor: principal.subject, now });
      const { after = claim } = change ?? {};
      const reply = ok(claimJson(after), { version: after.version });
      if (change !== undefined) await writeChange(claimsTables, changeOf([change]), recordReply(reply));
      return reply;
    });
  },
);
