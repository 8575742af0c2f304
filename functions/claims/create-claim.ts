import { withTexts } from '#claims/claim/claim-json.ts';
import { claimFromJson } from '#claims/entry/claim-from-json.ts';
import { asObject } from '#claims/entry/create-claim.ts';
import { createClaim } from '#contract/claims/claims.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint } from '#http/claims-endpoint.ts';
import { storeNewClaim } from '#http/new-claim.ts';
import { findClaim } from '#store/claims/claims/claims.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = endpoint(createClaim, async ({ body, newId, ...call }) => {
  const { corrects, characters, ...input } = body;
  const original = corrects === undefined ? undefined : await findClaim(claimsTable, corrects);
  if (corrects !== undefined && original === undefined) throw new ApiError('unknown_claim');
  const content = claimFromJson(asObject(withTexts(input)), characters);
  const { reply } = await storeNewClaim({ id: newId(), content, corrects: original }, call);
  return reply;
});
