import {
  fileSummary,
  processResponseRequest,
  responsesOfFile,
} from '#claims/responses/requests/process-request.ts';
import { remittancePage } from '#claims/responses/requests/response-pages.ts';
import { parseRemittance } from '#contract/claims/responses/parse.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { responsePagePorts, responseRequestPorts } from '#store/claims/responses/response-page-ports.ts';

export const handler = claimsEndpoint(parseRemittance, async ({ body, ...call }) => {
  const file = await processResponseRequest(body, ['835'], call, responseRequestPorts);
  return ok({
    ...fileSummary(file),
    remittances: await responsesOfFile(responsePagePorts, file, ['835'], remittancePage),
  });
});
