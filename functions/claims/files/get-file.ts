import { fileJson } from '#claims/claims/claim-json.ts';
import { getFile } from '#claims/files/contract.ts';
import { findFile, readFindings } from '#claims/files/records.ts';
import { found } from '#contract/errors.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { claimsTable } from '#store/claims/claims-table.ts';

export const handler = claimsEndpoint(getFile, async ({ parameters }) => {
  const file = found(await findFile(claimsTable, parameters.id));
  return ok({ ...fileJson(file), findings: await readFindings(claimsTable, file.id) });
});
