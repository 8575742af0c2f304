import { visibleTo } from '#auth/principal.ts';
import { payerMayHave } from '#claims/claims/claim.ts';
import { claimJson } from '#claims/claims/claim-json.ts';
import { releaseClaim } from '#claims/claims/contract.ts';
import { findClaim, replacementStore } from '#claims/claims/records.ts';
import { releaseFromReview } from '#claims/claims/release.ts';
import { knownPayers } from '#claims/configuration/known-payers.ts';
import { currentConfiguration } from '#claims/configuration/records.ts';
import { ApiError, found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
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
