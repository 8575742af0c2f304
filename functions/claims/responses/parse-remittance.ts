import { fileSummary, processResponseRequest, responsesOfFile } from '#claims/files/process-request.ts';
import { responsePagePorts, responseRequestPorts } from '#claims/files/response-page-store.ts';
import { remittancePage } from '#claims/files/response-pages.ts';
import { parseRemittance } from '#claims/remittances/contract.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

export const handler = claimsEndpoint(parseRemittance, async ({ body, ...call }) => {
  const file = await processResponseRequest(body, ['835'], call, responseRequestPorts);
  return ok({
    ...fileSummary(file),
    remittances: await responsesOfFile(responsePagePorts, file, ['835'], remittancePage),
  });
});
