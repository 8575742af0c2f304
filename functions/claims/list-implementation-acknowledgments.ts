import { envelopeAnswerJson } from '#claims/acknowledgment/json.ts';
import { listImplementationAcknowledgments } from '#contract/claims/acknowledgments.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { listEnvelopeAnswers } from '#store/claims/answer-lists.ts';
import { claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(listImplementationAcknowledgments, async ({ query }) => {
  const { data, nextCursor } = await listEnvelopeAnswers(claimsTable, query);
  return page(data.map(envelopeAnswerJson), nextCursor);
});
