import { fileJson } from '#claims/claim/claim-json.ts';
import { getFile } from '#contract/claims/files.ts';
import { ApiError } from '#contract/errors.ts';
import { endpoint, ok } from '#http/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { findFile, readFindings } from '#store/claims/files/files.ts';

export const handler = endpoint(getFile, async ({ parameters }) => {
  const file = await findFile(claimsTable, parameters.id);
  if (!file) throw new ApiError('not_found');
  return ok({ ...fileJson(file), findings: await readFindings(claimsTable, file.id) });
});
