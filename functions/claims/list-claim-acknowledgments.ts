import { statusAnswerJson } from '#claims/responses/claim-acknowledgment/json.ts';
import { listClaimAcknowledgments } from '#contract/claims/acknowledgments.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { listStatusAnswers } from '#store/claims/responses/answer-lists.ts';

export const handler = endpoint(listClaimAcknowledgments, async ({ query }) => {
  const { data, nextCursor } = await listStatusAnswers(claimsTable, query);
  return page(data.map(statusAnswerJson), nextCursor);
});
