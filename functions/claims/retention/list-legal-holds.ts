import { legalHoldsCsv } from '#claims/csv/work.ts';
import { listLegalHolds } from '#contract/claims/retention.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryLegalHolds } from '#store/claims/retention/settings.ts';

export const handler = claimsEndpoint(listLegalHolds, async (call) => {
  const { data, nextCursor } = await queryLegalHolds(claimsTable, call.query);
  return listReply(call, legalHoldsCsv, data, nextCursor);
});
