import { visibleTo } from '#auth/principal.ts';
import { payerMayHave } from '#claims/claim/claim.ts';
import { claimJson } from '#claims/claim/claim-json.ts';
import { releaseFromReview } from '#claims/claim/release.ts';
import { knownPayers } from '#claims/entry/known-payers.ts';
import { releaseClaim } from '#contract/claims/claims.ts';
import { ApiError, found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { findClaim, replacementStore } from '#store/claims/claims/claims.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { currentConfiguration } from '#store/claims/configuration/configuration.ts';
import { writeChange } from '#store/claims/write-change.ts';

export const handler = claimsEndpoint(
  releaseClaim,
  async ({ parameters, query, principal, now, allowsChange, recordReply }) => {
    const claim = found(visibleTo(principal, await findClaim(claimsTable, parameters.id)));
    if (!allowsChange(claim.version)) throw new ApiError('precondition_failed');
    if (claim.lane === 'review' && !payerMayHave(claim)) {
      const configuration = await currentConfiguration(claimsTable);
      if (!knownPayers(configuration).isConfigured(claim.payer_id))
        throw new ApiError('payer_not_configured');
    }
    const facts = { actor: principal.subject, now };
    const { claim: released, change } = await releaseFromReview(
      claim,
      query.lane,
      facts,
      replacementStore(claimsTable),
    );
    const reply = ok(claimJson(released), { version: released.version });
    await writeChange(claimsTables, change, recordReply(reply));
    return reply;
  },
);
