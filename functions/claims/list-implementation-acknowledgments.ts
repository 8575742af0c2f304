import { envelopeAnswerJson } from '#claims/responses/implementation-acknowledgment/json.ts';
import { listImplementationAcknowledgments } from '#contract/claims/acknowledgments.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { listEnvelopeAnswers } from '#store/claims/responses/answer-lists.ts';

export const handler = endpoint(listImplementationAcknowledgments, async ({ query }) => {
  const { data, nextCursor } = await listEnvelopeAnswers(claimsTable, query);
  return page(data.map(envelopeAnswerJson), nextCursor);
});
