import {
  fileSummary,
  processResponseRequest,
  responsesOfFile,
} from '#claims/responses/requests/process-request.ts';
import { implementationAcknowledgmentPage } from '#claims/responses/requests/response-pages.ts';
import { parseImplementationAcknowledgment } from '#contract/claims/responses/parse.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';
import { responsePagePorts, responseRequestPorts } from '#store/claims/responses/response-page-ports.ts';

export const handler = claimsEndpoint(parseImplementationAcknowledgment, async ({ body, ...call }) => {
  const file = await processResponseRequest(body, ['999', 'TA1'], call, responseRequestPorts);
  return ok({
    ...fileSummary(file),
    acknowledgments: await responsesOfFile(
      responsePagePorts,
      file,
      ['999', 'TA1'],
      implementationAcknowledgmentPage,
    ),
  });
});
