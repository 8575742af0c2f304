import {
  implementationAcknowledgmentSummaryJson,
  implementationAcknowledgmentsCsv,
} from '#claims/acknowledgments/acknowledgment-json.ts';
import { listImplementationAcknowledgments } from '#claims/acknowledgments/contract.ts';
import { queryImplementationAcknowledgments } from '#claims/files/response-list-records.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listImplementationAcknowledgments, async (call) => {
  const { data, nextCursor } = await queryImplementationAcknowledgments(claimsTable, call.query);
  return listReply(
    call,
    implementationAcknowledgmentsCsv,
    data.map(implementationAcknowledgmentSummaryJson),
    nextCursor,
  );
});
