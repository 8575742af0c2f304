import { parseImplementationAcknowledgment } from '#claims/acknowledgments/contract.ts';
import { fileSummary, processResponseRequest, responsesOfFile } from '#claims/files/process-request.ts';
import { responsePagePorts, responseRequestPorts } from '#claims/files/response-page-store.ts';
import { implementationAcknowledgmentPage } from '#claims/files/response-pages.ts';
import { claimsEndpoint, ok } from '#http/endpoint/claims-endpoint.ts';

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
