import { amountsAsText } from '#claims/claim/claim-json.ts';
import { claimFromJson } from '#claims/entry/claim-from-json.ts';
import { jsonObject } from '#claims/entry/create-claim.ts';
import { createClaim } from '#contract/claims/claims.ts';
import { ApiError } from '#contract/errors.ts';
import { claimsEndpoint } from '#http/endpoint/claims-endpoint.ts';
import { storeNewClaim } from '#http/new-claim.ts';
import { findClaim } from '#store/claims/claims/claims.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(createClaim, async ({ body, newId, ...call }) => {
  const { corrects, characters, ...input } = body;
  const original = corrects === undefined ? undefined : await findClaim(claimsTable, corrects);
  if (corrects !== undefined && original === undefined) throw new ApiError('unknown_claim');
  const content = claimFromJson(jsonObject(amountsAsText(input)), characters);
  const { reply } = await storeNewClaim({ id: newId(), claim: content, corrects: original }, call);
  return reply;
});
