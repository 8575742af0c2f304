import { claimAcknowledgmentSummaryJson } from '#claims/responses/claim-acknowledgment/json.ts';
import { listClaimAcknowledgments } from '#contract/claims/responses/stored-responses.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryClaimAcknowledgments } from '#store/claims/responses/response-lists.ts';

export const handler = claimsEndpoint(listClaimAcknowledgments, async ({ query }) => {
  const { data, nextCursor } = await queryClaimAcknowledgments(claimsTable, query);
  return page(data.map(claimAcknowledgmentSummaryJson), nextCursor);
});
