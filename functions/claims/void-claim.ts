import { claimOf } from '#claims/claim/content.ts';
import { voidOf } from '#claims/entry/create-claim.ts';
import { voidClaim } from '#contract/claims/claims.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint } from '#http/claims-endpoint.ts';
import { storeNewClaim } from '#http/new-claim.ts';
import { findWholeClaim } from '#store/claims/claims/whole-claim.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = endpoint(voidClaim, async ({ parameters, newId, ...call }) => {
  const original = await findWholeClaim(claimsTable, parameters.id);
  if (!original) throw new ApiError('not_found');
  const content = voidOf(original.claim, claimOf(original.content));
  const { reply } = await storeNewClaim({ id: newId(), content, corrects: original.claim }, call);
  return reply;
});
