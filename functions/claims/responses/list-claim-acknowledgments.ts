import { claimAcknowledgmentsCsv } from '#claims/csv/responses.ts';
import { claimAcknowledgmentSummaryJson } from '#claims/responses/claim-acknowledgment/json.ts';
import { listClaimAcknowledgments } from '#contract/claims/responses/stored-responses.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryClaimAcknowledgments } from '#store/claims/responses/response-lists.ts';

export const handler = claimsEndpoint(listClaimAcknowledgments, async (call) => {
  const { data, nextCursor } = await queryClaimAcknowledgments(claimsTable, call.query);
  return listReply(call, claimAcknowledgmentsCsv, data.map(claimAcknowledgmentSummaryJson), nextCursor);
});
