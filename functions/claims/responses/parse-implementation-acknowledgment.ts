import { processResponseRequest } from '#claims/responses/engine/process-request.ts';
import { implementationAcknowledgmentPage } from '#claims/responses/engine/response-pages.ts';
import { fileSummary, responsesOfFile } from '#claims/responses/engine/responses-of-file.ts';
import { parseImplementationAcknowledgment } from '#contract/claims/responses/parse.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

export const handler = claimsEndpoint(parseImplementationAcknowledgment, async ({ body, ...call }) => {
  const file = await processResponseRequest(body, ['999', 'TA1'], call);
  return ok({
    ...fileSummary(file),
    acknowledgments: await responsesOfFile(file, ['999', 'TA1'], implementationAcknowledgmentPage),
  });
});
