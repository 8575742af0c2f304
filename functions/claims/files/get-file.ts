import { fileJson } from '#claims/claim/claim-json.ts';
import { getFile } from '#contract/claims/files.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';
import { findFile, readFindings } from '#store/claims/files/files.ts';

export const handler = claimsEndpoint(getFile, async ({ parameters }) => {
  const file = found(await findFile(claimsTable, parameters.id));
  return ok({ ...fileJson(file), findings: await readFindings(claimsTable, file.id) });
});
