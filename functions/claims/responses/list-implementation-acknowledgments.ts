import { implementationAcknowledgmentSummaryJson } from '#claims/responses/implementation-acknowledgment/json.ts';
import { listImplementationAcknowledgments } from '#contract/claims/responses/stored-responses.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryImplementationAcknowledgments } from '#store/claims/responses/response-lists.ts';

export const handler = claimsEndpoint(listImplementationAcknowledgments, async ({ query }) => {
  const { data, nextCursor } = await queryImplementationAcknowledgments(claimsTable, query);
  return page(data.map(implementationAcknowledgmentSummaryJson), nextCursor);
});
