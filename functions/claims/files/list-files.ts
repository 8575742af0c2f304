import { fileJson } from '#claims/claim/claim-json.ts';
import { filesCsv } from '#claims/csv/files.ts';
import { listFiles } from '#contract/claims/files.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryFiles as readFiles } from '#store/claims/files/file-list.ts';

export const handler = claimsEndpoint(listFiles, async (call) => {
  const { data, nextCursor } = await readFiles(claimsTable, call.query);
  return listReply(call, filesCsv, data.map(fileJson), nextCursor);
});
