import { typedClaim } from '#claims/claim/claim-content.ts';
import { voidingClaim } from '#claims/entry/create-claim.ts';
import { voidClaim } from '#contract/claims/claims.ts';
import { ApiError } from '#contract/errors.ts';
import { claimsEndpoint } from '#http/endpoint/claims-endpoint.ts';
import { storeNewClaim } from '#http/new-claim.ts';
import { findWholeClaim } from '#store/claims/claims/whole-claim.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(voidClaim, async ({ parameters, newId, ...call }) => {
  const original = await findWholeClaim(claimsTable, parameters.id);
  if (!original) throw new ApiError('not_found');
  const content = voidingClaim(original.claim, typedClaim(original.content));
  const { reply } = await storeNewClaim({ id: newId(), claim: content, corrects: original.claim }, call);
  return reply;
});
