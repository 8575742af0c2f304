import { fileJson } from '#claims/claims/claim-json.ts';
import { listFiles } from '#claims/files/contract.ts';
import { filesCsv } from '#claims/files/file.ts';
import { queryFiles as readFiles } from '#claims/files/records.ts';
import { claimsEndpoint, listReply } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(listFiles, async (call) => {
  const { data, nextCursor } = await readFiles(claimsTable, call.query);
  return listReply(call, filesCsv, data.map(fileJson), nextCursor);
});
