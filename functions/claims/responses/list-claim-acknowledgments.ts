import {
  claimAcknowledgmentSummaryJson,
  claimAcknowledgmentsCsv,
} from '#claims/claim-acknowledgments/claim-acknowledgment-json.ts';
import { listClaimAcknowledgments } from '#claims/claim-acknowledgments/contract.ts';
import { queryClaimAcknowledgments } from '#claims/files/response-list-records.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listClaimAcknowledgments, async (call) => {
  const { data, nextCursor } = await queryClaimAcknowledgments(claimsTable, call.query);
  return listReply(call, claimAcknowledgmentsCsv, data.map(claimAcknowledgmentSummaryJson), nextCursor);
});
