import { fileJson } from '#claims/claim/claim-json.ts';
import { listFiles } from '#contract/claims/files.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { listFiles as readFiles } from '#store/claims/files/file-list.ts';

export const handler = endpoint(listFiles, async ({ query }) => {
  const { data, nextCursor } = await readFiles(claimsTable, query);
  return page(data.map(fileJson), nextCursor);
});
