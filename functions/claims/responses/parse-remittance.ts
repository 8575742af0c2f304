import { processResponseRequest } from '#claims/responses/engine/process-request.ts';
import { remittancePage } from '#claims/responses/engine/response-pages.ts';
import { fileSummary, responsesOfFile } from '#claims/responses/engine/responses-of-file.ts';
import { parseRemittance } from '#contract/claims/responses/parse.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

export const handler = claimsEndpoint(parseRemittance, async ({ body, ...call }) => {
  const file = await processResponseRequest(body, ['835'], call);
  return ok({ ...fileSummary(file), remittances: await responsesOfFile(file, ['835'], remittancePage) });
});
