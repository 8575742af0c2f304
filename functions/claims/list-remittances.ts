import { remittanceJson } from '#claims/responses/remittance/json.ts';
import { listRemittances } from '#contract/claims/remittances.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { listRemittances as readRemittances } from '#store/claims/responses/answer-lists.ts';

export const handler = endpoint(listRemittances, async ({ query }) => {
  const { data, nextCursor } = await readRemittances(claimsTable, query);
  return page(data.map(remittanceJson), nextCursor);
});
