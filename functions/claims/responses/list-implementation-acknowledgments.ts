import { implementationAcknowledgmentsCsv } from '#claims/csv/responses.ts';
import { implementationAcknowledgmentSummaryJson } from '#claims/responses/implementation-acknowledgment/json.ts';
import { listImplementationAcknowledgments } from '#contract/claims/responses/stored-responses.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryImplementationAcknowledgments } from '#store/claims/responses/response-lists.ts';

export const handler = claimsEndpoint(listImplementationAcknowledgments, async (call) => {
  const { data, nextCursor } = await queryImplementationAcknowledgments(claimsTable, call.query);
  return listReply(
    call,
    implementationAcknowledgmentsCsv,
    data.map(implementationAcknowledgmentSummaryJson),
    nextCursor,
  );
});
