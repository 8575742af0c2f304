import { requireProviders, visibleTo } from '#auth/principal.ts';
import { changedClaims } from '#claims/change.ts';
import { claimJson } from '#claims/claims/claim-json.ts';
import { movePayment } from '#claims/claims/contract.ts';
import { movePayment as moved } from '#claims/claims/move-payment.ts';
import { findChain, findClaim } from '#claims/claims/records.ts';
import { ApiError, found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { retryOnConflict } from '#persistence/conflict.ts';
import { claimsTable, claimsTables } from '#store/claims/claims-table.ts';
import { writeChange } from '#store/claims/write-change.ts';

export const handler = claimsEndpoint(
  movePayment,
  async ({ parameters, body, principal, now, allowsChange, recordReply }) =>
    retryOnConflict(async () => {
      const claim = found(visibleTo(principal, await findClaim(claimsTable, parameters.id)));
      if (!allowsChange(claim.version)) throw new ApiError('precondition_failed');
      const chain = await findChain(claimsTable, claim);
      const { change, claim: after } = moved(claim, chain, body, { actor: principal.subject, now });
      requireProviders(
        principal,
        changedClaims(change).map(({ billing_npi }) => billing_npi),
      );
      const reply = ok(claimJson(after), { version: after.version });
      await writeChange(claimsTables, change, recordReply(reply));
      return reply;
    }),
);
