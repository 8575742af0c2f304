import { remittanceJson } from '#claims/remittance/json.ts';
import { listRemittances } from '#contract/claims/remittances.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { listRemittances as readRemittances } from '#store/claims/answer-lists.ts';
import { claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(listRemittances, async ({ query }) => {
  const { data, nextCursor } = await readRemittances(claimsTable, query);
  return page(data.map(remittanceJson), nextCursor);
});
