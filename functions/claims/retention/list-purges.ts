import { purgesCsv } from '#claims/csv/work.ts';
import { listPurges } from '#contract/claims/retention.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryPurges } from '#store/claims/retention/settings.ts';

export const handler = claimsEndpoint(listPurges, async (call) => {
  const { data, nextCursor } = await queryPurges(claimsTable, call.query);
  return listReply(call, purgesCsv, data, nextCursor);
});
