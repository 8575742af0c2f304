import { fileJson } from '#claims/claim/claim-json.ts';
import { listFiles } from '#contract/claims/files.ts';
import { claimsEndpoint, page } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { queryFiles as readFiles } from '#store/claims/files/file-list.ts';

export const handler = claimsEndpoint(listFiles, async ({ query }) => {
  const { data, nextCursor } = await readFiles(claimsTable, query);
  return page(data.map(fileJson), nextCursor);
});
