import { fileJson } from '#claims/claim-json.ts';
import { listFiles } from '#contract/claims/files.ts';
import { endpoint, page } from '#http/claims-endpoint.ts';
import { listFiles as readFiles } from '#store/claims/file-list.ts';
import { claimsTable } from '#store/claims-table.ts';

export const handler = endpoint(listFiles, async ({ query }) => {
  const { data, nextCursor } = await readFiles(claimsTable, query);
  return page(data.map(fileJson), nextCursor);
});
