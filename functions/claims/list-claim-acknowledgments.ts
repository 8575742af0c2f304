import { statusAnswerJson } from '#claims/status/json.ts';
import { listClaimAcknowledgments } from '#contract/claims/acknowledgments.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { listStatusAnswers } from '#store/claims/answer-lists.ts';
import { claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(listClaimAcknowledgments, async ({ query }) => {
  const { data, nextCursor } = await listStatusAnswers(claimsTable, query);
  return page(data.map(statusAnswerJson), nextCursor);
});
